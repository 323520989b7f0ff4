import type { TransactionSql } from "@/db/client";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { isPayload } from "./is-payload";
import type { NonceUse } from "./relay-task";

/** What became of a slot's own call: it succeeded, it had no effect, or another transaction took its nonce. */
export type SlotOutcome =
  | { readonly done: true; readonly hash: Bytes32 }
  | { readonly done: false; readonly failure: "reverted" | "nonce_taken"; readonly rounds: 0 | 1 };

/** Reads it for a slot that carries one thing. `rounds` counts transactions of ours that cost gas in vain. */
export async function slotOutcome(tx: TransactionSql, by: NonceUse): Promise<SlotOutcome> {
  if (by === null || !(await isPayload(tx, by.hash))) {
    return { done: false, failure: "nonce_taken", rounds: 0 };
  }
  if (by.receipt.succeeded) return { done: true, hash: by.hash };
  return { done: false, failure: "reverted", rounds: 1 };
}
