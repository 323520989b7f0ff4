import type { TransactionSql } from "@/db/client";
import { wakes } from "@/lib/core/wakes";
import { wake } from "@/lib/domain/outbox/wake";

/** An endpoint that has taken nothing for so long is told of. */
const FAILING_MINUTES = 60;

/**
 * Tells the merchant that an endpoint has taken nothing for an hour, once until it takes something again, or
 * that it was disabled for it. In the transaction of the failure; nothing where neither is so.
 */
export async function queueEndpointMail(tx: TransactionSql, endpointId: string): Promise<void> {
  const { count } = await tx`
    insert into mails (id, merchant_id, mode, kind, recipient, facts, dedupe_key)
    select new_id('eml'), w.merchant_id, w.mode, w.kind, b.email,
      jsonb_build_object(
        'businessName', b.business_name, 'endpointId', w.id, 'destination', w.destination,
        'failingSince', w.failing_since, 'failedEvents', w.failed_events,
        'disabledReason', w.disabled_reason
      ),
      w.kind || ':' || w.id || ':' || extract(epoch from w.since)
    from (
      select *,
        case status when 'disabled' then 'webhook_endpoint_disabled'
          else 'webhook_endpoint_failing' end as kind,
        case status when 'disabled' then disabled_at else failing_since end as since
      from webhook_endpoints
      where id = ${endpointId} and case status
        when 'disabled' then disabled_reason in ('gone_410', 'failing')
        else failing_since <= clock_now() - ${FAILING_MINUTES} * interval '1 minute' end
    ) w
    join merchants b on b.id = w.merchant_id and b.email is not null
    on conflict (dedupe_key) do nothing`;
  if (count > 0) await wake(tx, wakes.mails);
}
