import { transaction } from "@/db/client";
import { invalidState } from "@/lib/core/errors";
import { refundTransitions, sourcesOf } from "@/lib/core/states";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import type { RefundView } from "./authorizations";
import { lockOwnRefund } from "./refund-rows";
import { refuseAuthorized } from "./relayed/refuse-authorized";
import { viewRefund } from "./view";

/** For so long a hash that had been recorded is still looked for after the refund was cancelled. */
const WATCHED_DAYS = 30;

/**
 * Cancels a pending refund: its part of the payment can be refunded again. A transaction that was recorded for
 * it and never seen is still looked for: if it is mined after all, the refund is completed.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `refund_submitted` or `refund_ended`; `idempotency_error` with
 * `authorization_pending`
 */
export async function cancelRefund(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<RefundView> {
  return transaction(ctx.db, async (tx) => {
    const row = await lockOwnRefund(tx, ctx.actor, id);
    const currentStatus = row.status;
    refuseAuthorized(row);
    const sources = sourcesOf(refundTransitions, "cancelled");
    if (!sources.includes(currentStatus)) {
      const reason = currentStatus === "submitted" ? "refund_submitted" : "refund_ended";
      throw invalidState(`The refund is ${currentStatus}.`, { currentStatus, reason });
    }
    await tx`
      update refunds set status = 'cancelled', closed_at = clock_now(),
        expires_at = clock_now() + ${WATCHED_DAYS} * interval '1 day',
        due_at = case when refund_tx_hash is not null then clock_now() end
      where id = ${id} and status in ${tx(sources)}`;
    return viewRefund(ctx, await lockOwnRefund(tx, ctx.actor, id));
  });
}
