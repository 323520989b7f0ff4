import type { TransactionSql } from "@/db/client";
import type { Address } from "@/lib/core/chain/hex";
import { accountOf } from "@/lib/domain/wallets/queue/work-queues";

/**
 * Locks a payer's open submissions on a chain until the transaction ends: no other transaction adds to them. The caller
 * compares their sum with a balance after this, so that two that fit singly are not both taken.
 */
export async function lockPayer(
  tx: TransactionSql,
  chainId: number,
  payer: Address,
): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${accountOf(chainId, payer)}, 0))`;
}
