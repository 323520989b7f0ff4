import type { TransactionSql } from "@/db/client";
import type { Reply } from "@/lib/adapters/outbound-http/outbound-http";
import { newId } from "@/lib/core/ids";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import { queueEndpointMail } from "@/lib/domain/webhooks/endpoints/endpoint-mails";
import type { ClaimedDispatch } from "./claim-dispatches";
import { slowAfterMs } from "./send-limits";

const GONE = 410;
/** An endpoint is disabled once it has failed for this long, with this many events. */
const FAILING_HOURS = 72;
const FAILED_EVENTS = 10;

/**
 * Counts a failed attempt against its endpoint and disables it when it answers 410, or has taken
 * nothing for 72 hours while at least ten events failed. A replay counts for neither, and disables by 410 alone. That
 * leaves an audit entry, and the merchant is mailed when it was disabled, and when it has been failing for a while.
 * An answer of a URL that the endpoint no longer has says nothing about it.
 * @returns `disabled` when this attempt did it
 */
export async function noteFailure(
  tx: TransactionSql,
  dispatch: ClaimedDispatch,
  reply: Reply,
): Promise<"disabled" | "enabled"> {
  const [current] = await tx`
    select from webhook_endpoints
    where id = ${dispatch.endpointId} and url = ${dispatch.url} for no key update`;
  if (!current) return "enabled";
  const slow = reply.durationMs >= slowAfterMs;
  await tx`update webhook_endpoints set slow = ${slow}
    where id = ${dispatch.endpointId} and slow <> ${slow}`;
  if (!dispatch.isReplay) await countFailure(tx, dispatch);
  const isGone = reply.status === GONE && (await disable(tx, dispatch, "gone_410", tx`true`));
  const isFailing = !dispatch.isReplay && (await disableFailing(tx, dispatch));
  if (!dispatch.isReplay || isGone) await queueEndpointMail(tx, dispatch.endpointId);
  return isGone || isFailing ? "disabled" : "enabled";
}

/** An event counts once since the last success, however often it was tried. */
async function countFailure(tx: TransactionSql, dispatch: ClaimedDispatch): Promise<void> {
  await tx`
    update webhook_endpoints w
    set failing_since = least(coalesce(w.failing_since, ${dispatch.claimedAt}), ${dispatch.claimedAt}),
      failed_events = w.failed_events + case when exists (
        select from webhook_deliveries v
        where v.dispatch_id = ${dispatch.id} and v.id <> ${dispatch.deliveryId}
          and v.started_at >= w.failing_since
      ) then 0 else 1 end
    where w.id = ${dispatch.endpointId}`;
}

const disableFailing = (tx: TransactionSql, dispatch: ClaimedDispatch): Promise<boolean> =>
  disable(
    tx,
    dispatch,
    "failing",
    tx`failing_since <= clock_now() - ${FAILING_HOURS} * interval '1 hour'
      and failed_events >= ${FAILED_EVENTS}`,
  );

async function disable(
  tx: TransactionSql,
  { endpointId, mode, event }: ClaimedDispatch,
  reason: "gone_410" | "failing",
  condition: ReturnType<TransactionSql>,
): Promise<boolean> {
  const [disabled] = await tx<{ failingSince: Date | null; failedEvents: number }[]>`
    update webhook_endpoints
    set status = 'disabled', disabled_reason = ${reason}, disabled_at = clock_now(), updated_at = clock_now()
    where id = ${endpointId} and status = 'enabled' and ${condition}
    returning failing_since, failed_events`;
  if (!disabled) return false;
  await recordAudit({ actor: { kind: "system" }, requestId: newId("request") }, tx, {
    action: "webhook_endpoint.disable",
    subject: { type: "webhook_endpoint", id: endpointId },
    owner: { merchantId: event.merchantId, mode },
    before: { status: "enabled", ...disabled },
    after: { status: "disabled", disabledReason: reason },
  });
  return true;
}
