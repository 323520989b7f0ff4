import type { StockState } from "@/lib/core/storefronts/storefront-kinds";

/** A product's pieces: those that are there, those of open checkouts, and those sold beyond. */
export interface Stock {
  readonly stock: number | null;
  readonly reserved: number;
  readonly oversold: number;
}

/** A paid order. */
export interface PaidOrder {
  readonly quantity: number;
  readonly stockState: StockState;
}

/**
 * Takes a paid order's pieces. What was reserved is taken from the reserve; an order whose pieces were released, or never
 * counted, takes what is on sale. Pieces that are not there are oversold: money is never refused for the stock's sake.
 * @example
 * takePieces({ stock: 1, reserved: 0, oversold: 0 }, { quantity: 1, stockState: "released" })
 * // { stock: { stock: 0, reserved: 0, oversold: 0 }, state: "sold" }
 */
export function takePieces(
  { stock, reserved, oversold }: Stock,
  { quantity, stockState }: PaidOrder,
): { stock: Stock; state: StockState } {
  const isReserved = stockState === "reserved";
  // A reserve that was counted too low must keep no payment from being booked.
  const left = isReserved ? Math.max(0, reserved - quantity) : reserved;
  if (stock === null) {
    const state = stockState === "uncounted" ? stockState : "sold";
    return { stock: { stock, reserved: left, oversold }, state };
  }
  const free = isReserved ? stock : stock - reserved;
  const taken = Math.min(quantity, Math.max(0, free));
  return {
    stock: { stock: stock - taken, reserved: left, oversold: oversold + quantity - taken },
    state: taken === quantity ? "sold" : "oversold",
  };
}
