// Rules that the checkout page applies before it asks the server.

export interface Basket {
  subtotal: number; // dollars, before tax
  weightKg: number;
  zone: "A" | "B" | "C" | "D";
  isPoBox: boolean;
}

const FREE_DELIVERY_FROM = 100;
const PO_BOX_MAX_KG = 10;
const GIFT_CODE_LENGTH = 16;
const ADDRESS_CORRECTIONS_ALLOWED = 1;

const QUOTE_DEBOUNCE_MS = 350;
const QUOTE_TIMEOUT_MS = 4000;
const CART_PAGE_SIZE = 20;

/** Dollars still missing for free delivery; zero when there is nothing to show. */
export function missingForFreeDelivery(basket: Basket): number {
  if (basket.zone === "D") return 0;
  return Math.max(FREE_DELIVERY_FROM - basket.subtotal, 0);
}

/** Why the address cannot be used, or an empty string. */
export function addressProblem(basket: Basket): string {
  if (basket.isPoBox && basket.weightKg > PO_BOX_MAX_KG) {
    return "This parcel is too heavy for a post office box.";
  }
  return "";
}

export function looksLikeGiftCode(text: string): boolean {
  return new RegExp(`^[A-Z0-9]{${GIFT_CODE_LENGTH}}$`).test(text.replaceAll("-", "").toUpperCase());
}

export function canCorrectAddress(status: string, correctionsSoFar: number): boolean {
  return status === "received" && correctionsSoFar < ADDRESS_CORRECTIONS_ALLOWED;
}

export const quoteOptions = { debounce: QUOTE_DEBOUNCE_MS, timeout: QUOTE_TIMEOUT_MS, pageSize: CART_PAGE_SIZE };
