import type { TransactionSql } from "@/db/client";
import type { Bytes32 } from "@/lib/core/hex";
import {
  readSubscription,
  type SubscriptionRow,
} from "@/lib/domain/subscriptions/subscription-rows";

/** Locks the subscription that a contract's id is of, and reads it; null where there is none of our merchants'. */
export async function lockByOnchainId(
  tx: TransactionSql,
  { deploymentId, onchainId }: { deploymentId: string; onchainId: Bytes32 },
): Promise<SubscriptionRow | null> {
  const [row] = await tx<{ id: string }[]>`
    select id from subscriptions
    where deployment_id = ${deploymentId} and onchain_id = ${onchainId} for update`;
  return row ? readSubscription(tx, row.id) : null;
}
