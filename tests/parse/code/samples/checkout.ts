import type { Line } from "./line";

export type Money = { cents: number };

/** What a payment provider offers. */
export interface Provider {
  pay(amount: Money): Promise<void>;
}

export enum State {
  Open = "open",
  Paid = "paid",
}

export const LIMITS = { lines: 40 } as const;

export function price(line: Line): Money;
export function price(lines: Line[]): Money;
export function price(given: Line | Line[]): Money {
  return { cents: Array.isArray(given) ? given.length : 1 };
}

@Injectable()
export abstract class Checkout<T> {
  private state = State.Open;

  constructor(private readonly provider: Provider) {}

  /** Pay once. */
  @Log()
  async pay(amount: Money): Promise<void> {
    await this.provider.pay(amount);
  }

  abstract refund(amount: Money): Promise<void>;

  cancel = (): void => {
    this.state = State.Open;
  };
}

namespace Rules {
  export function mayPay(state: State): boolean {
    return state === State.Open;
  }
}
