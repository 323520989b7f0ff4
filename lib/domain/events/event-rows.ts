import type { Db } from "@/db/client";
import type { events } from "@/db/schema/events";
import type { Address } from "@/lib/core/hex";

/** What never changes of the session that an event is about: its packed object has none of it. */
interface SessionFacts {
  processorAddress: Address | null;
  tokenAddress: Address | null;
  sessionCreatedAt: Date | null;
}

/** An event, with what its object is read with. */
export type EventRow = typeof events.$inferSelect & SessionFacts;

/** The session `k` of each event `e`, looked up by its key; nothing of an event about something else. */
export const withSession = (db: Db) => db`
  left join lateral (
    select p.address as processor_address, s.token_address, s.created_at as session_created_at
    from payment_sessions s
    join deployment_contracts p on p.deployment_id = s.deployment_id and p.kind = 'processor'
    where s.id = e.resource_id and s.merchant_id = e.merchant_id and s.mode = e.mode offset 0
  ) k on true`;

/** The columns and joins of events `e`; a `where` clause follows. */
export const selectEvents = (db: Db) => db`
  select e.*, k.processor_address, k.token_address, k.session_created_at
  from events e ${withSession(db)}`;
