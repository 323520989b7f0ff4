import type { Db } from "@/db/client";
import { deliveryTransitions, dispatchTransitions, sourcesOf } from "@/lib/core/states";

/**
 * Drops what has fallen due for endpoints that are disabled; it can be replayed once they are not.
 * @returns how many dispatches were dropped
 */
export async function discardDispatches(db: Db): Promise<number> {
  const [row] = await db<{ discarded: number }[]>`
    with discarded as (
      update webhook_dispatches d set state = 'discarded' from webhook_endpoints w
      where w.id = d.endpoint_id and w.status = 'disabled' and d.next_attempt_at <= now()
        and d.state in ${db(sourcesOf(dispatchTransitions, "discarded"))}
        and d.state in ('pending', 'sending')
      returning d.id
    ), deliveries as (
      update webhook_deliveries
      set status = 'exhausted', error = 'endpoint_disabled', next_attempt_at = null
      where dispatch_id in (select id from discarded)
        and status in ${db(sourcesOf(deliveryTransitions, "exhausted"))}
    )
    select count(*)::int as discarded from discarded`;
  return row?.discarded ?? 0;
}
