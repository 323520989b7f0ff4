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

/** An event, with what the body of its webhook is made with. */
export interface SentEventRow extends EventRow {
  /** Up to this position the merchant's webhooks tell of none. */
  unplacedPosition: bigint;
}

/** The column `unplaced_position` of events `e`. */
export const unplacedPosition = (db: Db) => db`
  coalesce((
    select n.unplaced_position from event_counters n
    where n.merchant_id = e.merchant_id and n.mode = e.mode
  ), 0) as unplaced_position`;

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

/** The same of events whose webhooks' bodies are asked for. */
export const selectSentEvents = (db: Db) => db`
  select e.*, ${unplacedPosition(db)}, k.processor_address, k.token_address, k.session_created_at
  from events e ${withSession(db)}`;
