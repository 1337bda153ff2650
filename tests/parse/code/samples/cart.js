#!/usr/bin/env node
// The cart of a shop.
import { load } from "./store.js";

const api = load("cart");
const freeShipping = 75; // dollars
export const RATES = {
  standard: 0.15,
  reduced: 0.05,
};

/** Sum of all lines. */
export function total(lines) {
  return lines.reduce((sum, line) => sum + line.price, 0);
}

// Rounded to cents.
export const rounded = (amount) => {
  return Math.round(amount * 100) / 100;
};

export default class Cart extends Base {
  static LIMIT = 50;
  #lines = [];

  constructor(owner) {
    super(owner);
  }

  add = (line) => {
    this.#lines.push(line);
  };

  async *pages() {
    yield this.#lines;
  }
}

module.exports.empty = function () {
  return new Cart();
};

Cart.prototype.weight = function weight() {
  return 0;
};

const memoised = memo((a) => {
  return a;
});

module.exports = {
  name: "cart",
  methods: {
    clear() {
      api.clear();
    },
    save: async () => {
      await api.save();
    },
  },
};
