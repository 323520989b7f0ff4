import type { TransactionSql } from "@/db/client";
import type { Owner } from "@/lib/domain/platform/owned-by";

/**
 * Lets one at a time decide on a merchant's spending in a mode, until the transaction ends: what limits count is read
 * under it. Take it before any job's row.
 */
export async function lockSpending(tx: TransactionSql, { merchantId, mode }: Owner): Promise<void> {
  await tx`
    select pg_advisory_xact_lock(hashtextextended(${`agent-spending:${merchantId}:${mode}`}, 0))`;
}
