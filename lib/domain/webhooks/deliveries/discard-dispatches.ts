import type { Db } from "@/db/client";
import { deliveryTransitions, dispatchTransitions, sourcesOf } from "@/lib/core/states";

/**
 * Drops what has fallen due for endpoints that are disabled; it can be replayed once they are not.
 * @returns how many dispatches were dropped
 */
export async function discardDispatches(db: Db): Promise<number> {
  const [row] = await db<{ discarded: number }[]>`
    with due as materialized (
      select d.id from webhook_endpoints w cross join lateral (
        select id from webhook_dispatches
        where endpoint_id = w.id and endpoint_due_at <= clock_now() order by endpoint_due_at offset 0
      ) d
      where w.status = 'disabled'
    ), discarded as (
      update webhook_dispatches set state = 'discarded'
      where id = any (array(select id from due)) and next_attempt_at <= clock_now()
        and state in ${db(sourcesOf(dispatchTransitions, "discarded"))}
      returning id
    ), deliveries as (
      update webhook_deliveries
      set status = 'exhausted', error = 'endpoint_disabled', next_attempt_at = null
      where dispatch_id = any (array(select id from discarded))
        and status in ${db(sourcesOf(deliveryTransitions, "exhausted"))}
    )
    select count(*)::int as discarded from discarded`;
  return row?.discarded ?? 0;
}
