import type { TransactionSql } from "@/db/client";
import type { Bytes32 } from "@/lib/core/chain/hex";

/** Whether a slot's transaction is the one that was signed for what it carries, and not one that only uses its nonce up. */
export async function isPayload(tx: TransactionSql, hash: Bytes32): Promise<boolean> {
  const own = await tx`select from relay_attempts where hash = ${hash} and kind = 'payload'`;
  return own.length > 0;
}
