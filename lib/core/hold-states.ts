import type { TransactionStatus } from "./states";

/**
 * A payment in the chain whose payer screening has not cleared. `refused`: the operator does not release it, and the
 * merchant may still return it. `released`: it counts as if its payer had been clear. `refunded`: the merchant returns it.
 */
export const holdTransitions = {
  waiting: ["released", "refused", "refunded"],
  refused: ["released", "refunded"],
  released: [],
  refunded: [],
} as const;

/**
 * What a decision makes of the transaction. The submission was closed when it was held up. A released payment confirms
 * its session by the ordinary rules; after the others the session stays as it is, to be paid by a signature that its
 * merchant relays, or to expire: its page asks for no further payment.
 */
export const heldTransactionAfter = {
  released: "confirmed",
  refused: "pending",
  refunded: "confirmed",
} as const satisfies Record<HoldDecision, TransactionStatus>;

export type HoldStatus = keyof typeof holdTransitions;
export type HoldDecision = Exclude<HoldStatus, "waiting">;
