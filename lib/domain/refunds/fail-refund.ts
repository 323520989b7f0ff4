import type { TransactionSql } from "@/db/client";
import type { RefundFailure } from "@/lib/core/kinds";
import { refundTransitions, sourcesOf } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { prepareLateRefunds } from "./prepare-late-refunds";
import { queueRefundMails } from "./refund-mails";
import { readRefund } from "./refund-rows";
import { tellRefund } from "./tell-refund";

/**
 * Fails a refund, whose row is locked: what was recorded for it did something else. Its part of the payment can be
 * refunded again. Says so with `refund.failed` and a mail; nothing where it is not open. That of a late charge is
 * prepared anew, before the mail that leads to the new one.
 */
export async function failRefund(
  ctx: Pick<Context, "chains">,
  tx: TransactionSql,
  { id, reason }: { id: string; reason: RefundFailure },
): Promise<void> {
  const { count } = await tx`
    update refunds set status = 'failed', failure_reason = ${reason}, closed_at = clock_now(),
      due_at = null
    where id = ${id} and status in ${tx(sourcesOf(refundTransitions, "failed"))}`;
  if (count === 0) return;
  const failed = await readRefund(tx, id);
  await tellRefund(ctx, tx, "refund.failed", failed);
  if (failed.origin === "late_charge") await prepareLateRefunds(ctx, tx, [failed.transactionId]);
  await queueRefundMails(tx, id);
}
