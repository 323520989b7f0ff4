import { type Db, transaction } from "@/db/client";
import { refundTransitions, sourcesOf } from "@/lib/core/states";
import { LIFETIME_DAYS } from "./insert-refund";
import { queueRefundMails } from "./refund-mails";

const BATCH = 100;

/**
 * Renews the refunds of late charges whose time is up, and mails their merchants again: they are open until they are sent
 * or the merchant cancels them. One whose charge was returned otherwise meanwhile, whole, is cancelled.
 */
export async function remindLateRefunds(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    const due = await tx<{ id: string }[]>`
      select id from refunds
      where origin = 'late_charge' and closed_at is null and expires_at <= clock_now()
        and status = 'pending'
      order by expires_at limit ${BATCH} for no key update skip locked`;
    if (due.length === 0) return;
    const ids = due.map(({ id }) => id);
    await tx`
      update refunds r set status = 'cancelled', closed_at = clock_now(), due_at = null
      from transactions t
      where r.id = any (${ids}) and t.id = r.transaction_id and t.amount_refunded >= t.amount
        and r.refund_tx_hash is null and r.status in ${tx(sourcesOf(refundTransitions, "cancelled"))}`;
    const renewed = await tx<{ id: string }[]>`
      update refunds r set expires_at = next.at,
        due_at = case when r.refund_tx_hash is null then next.at else r.due_at end
      from (select clock_now() + ${LIFETIME_DAYS} * interval '1 day' as at) next
      where r.id = any (${ids}) and r.status = 'pending'
      returning r.id`;
    for (const { id } of renewed) await queueRefundMails(tx, id);
  });
}
