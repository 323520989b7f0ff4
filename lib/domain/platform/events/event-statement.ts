import type { Db } from "@/db/client";
import { apiVersion } from "@/lib/core/api-version";
import { wakes } from "@/lib/core/operations/wakes";
import { everyEvent } from "@/lib/core/webhooks/event-kinds";

/** What nearly all events have: the columns are null then. The version is the first one, for ever. */
export const usual = { apiVersion: "2026-04-27", resourceType: "payment_session" } as const;

/**
 * The parts of a statement that record the events of `given_events`, a relation that the statement
 * defines before them: `id, merchant_id, mode, type, resource_type, resource_id, place, object,
 * only_endpoint_id`, where `object` is JSON as text. Each event gets a dispatch and a first delivery for each endpoint that
 * registered for it, and the webhook sender's wake-up. One statement, so that recording an event costs
 * no round trip of its own. `event_wakes` counts the wake-ups in `wakes`: notify the outbox of any.
 */
export function eventParts(db: Db) {
  return db`
    written_events as (
      insert into events
        (id, merchant_id, mode, type, api_version, resource_type, resource_id, sequence, object)
      select g.id, g.merchant_id, g.mode, g.type, nullif(${apiVersion}, ${usual.apiVersion}),
        nullif(g.resource_type, ${usual.resourceType}), g.resource_id,
        coalesce(last.sequence, 0)
          + row_number() over (partition by g.resource_id order by g.place),
        g.object::json
      from given_events g
      left join lateral (
        select max(sequence) as sequence from events
        -- The key is of the hash: two resources of one hash would go on from each other's sequence.
        where event_resource(resource_id) = event_resource(g.resource_id)
      ) last on true
      -- Arrivals are taken in this order: they rise within a resource.
      order by g.resource_id, g.place
    ), audience as (
      select 'x' || lpad(to_hex(nextval('webhook_dispatch_numbers')), 12, '0') as dispatch_id,
        new_id('whd') as delivery_id, g.merchant_id, g.mode, g.id as event_id, w.id as endpoint_id
      from given_events g
      join webhook_endpoints w on w.merchant_id = g.merchant_id and w.mode = g.mode
        and case when g.only_endpoint_id is null
          then w.status = 'enabled' and (g.type = any (w.events) or ${everyEvent} = any (w.events))
          else w.id = g.only_endpoint_id end
    ), written_dispatches as (
      insert into webhook_dispatches (id, event_id, endpoint_id)
      select dispatch_id, event_id, endpoint_id from audience
    ), written_deliveries as (
      insert into webhook_deliveries (id, merchant_id, mode, dispatch_id, endpoint_id, attempt)
      select delivery_id, merchant_id, mode, dispatch_id, endpoint_id, 1 from audience
    ), written_wakes as (
      insert into outbox (name, data)
      select ${wakes.webhooks}, '{}' where exists (select from audience)
      returning name
    ), event_wakes as (
      select count(*)::int as wakes from written_wakes
    )`;
}
