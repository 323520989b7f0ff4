import type { TransactionSql } from "@/db/client";
import { endCancelled } from "@/lib/domain/subscriptions/end-cancelled";
import { lockByOnchainId } from "./find-booked";
import type { CancellationEvent } from "./subscription-event";

/**
 * Books that the chain has ended a subscription, at a final block. One that nobody had cancelled here was ended by its
 * payer's or merchant's own wallet, and says so with `subscription.cancelled`.
 */
export async function bookCancellation(
  tx: TransactionSql,
  event: Omit<CancellationEvent, "chainMerchantId">,
): Promise<void> {
  const row = await lockByOnchainId(tx, event);
  if (!row) return;
  await tx`update subscriptions set onchain_cancel = 'confirmed' where id = ${row.id}`;
  await endCancelled(tx, row, { reason: null, at: event.blockTimestamp });
}
