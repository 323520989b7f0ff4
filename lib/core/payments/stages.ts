import type { Currency } from "@/lib/core/amounts/money";

/** How settled a mined payment is: in a block, in one that the chain calls `safe`, in a final one. */
export const stages = ["seen", "safe", "final"] as const;
export type Stage = (typeof stages)[number];

/** A stage before the final one. */
export type EarlyStage = Exclude<Stage, "final">;

/**
 * At which stage a merchant takes payments of a currency for confirmed, up to an amount in the token's
 * smallest unit, as digits. Of several rules that fit a payment the earliest stage holds; without one it is
 * `final`. A type, not an interface: only those count as JSON.
 */
export type ConfirmationRule = { currency: Currency; upTo: string; stage: Stage };
