import type { TransactionSql } from "@/db/client";
import { type Filling, numbered, reference } from "./numbered-rows";

export const insertEndpoints = (tx: TransactionSql, filling: Filling) => tx`
  insert into webhook_endpoints (id, merchant_id, mode, url, destination, events, api_version,
    secret_sealed, created_at)
  select case when g = ${filling.rows} then 'we_frequent' else 'we_' || random end, merchant_id, mode,
    'https://example.com', ${reference(tx, "")} || '.example.com:443',
    array['payment.created'], '2026-04-27', 'sealed', created_at
  from (${numbered(tx, filling)}) n`;

const eventOf = (tx: TransactionSql) => tx`
  'evt_' || case when is_big and not usual then 'rare' else random end`;
const endpointOf = (tx: TransactionSql) => tx`
  'we_' || case when usual then 'frequent' when is_big then 'rare' else merchant_id end`;

/** Replays, of which an endpoint has any number for an event. */
export const insertDispatches = (tx: TransactionSql, filling: Filling) => tx`
  insert into webhook_dispatches (id, event_id, endpoint_id, state, is_replay)
  select 'whx_' || random, ${eventOf(tx)}, ${endpointOf(tx)}, 'succeeded', true
  from (${numbered(tx, filling)}) n`;

export const insertDeliveries = (tx: TransactionSql, filling: Filling) => tx`
  insert into webhook_deliveries (id, merchant_id, mode, dispatch_id, endpoint_id, attempt,
    status, created_at)
  select 'whd_' || random, merchant_id, mode, 'whx_' || random, ${endpointOf(tx)}, 1,
    case when usual then 'succeeded' else 'exhausted' end, created_at
  from (${numbered(tx, filling)}) n`;

export const insertReplays = (tx: TransactionSql, filling: Filling) => tx`
  insert into webhook_replays (id, merchant_id, mode, endpoint_id, from_position, to_position,
    next_position, total, status, created_at)
  select 'whr_' || random, merchant_id, mode, ${endpointOf(tx)}, 1, 2, 3, 2, 'completed', created_at
  from (${numbered(tx, filling)}) n`;

/** Two events a session, and 2,000 of an endpoint that was tested often, long ago. The first one is replayed often. */
export const insertEvents = (tx: TransactionSql, filling: Filling) => tx`
  insert into events (id, merchant_id, mode, type, api_version, resource_type, resource_id, sequence,
    object, position, created_at)
  select 'evt_' || case when g = 1 then 'rare' else random end, merchant_id, mode,
    case when g = 1 then 'subscription.lapsed' when usual then 'payment.created' else 'refund.failed' end, '2026-04-27', 'payment_session',
    case when g <= 4000 and g % 2 = 0 then 'we_frequent' when g in (5, 7) then 'ps_rare'
      else 'ps_' || left(md5((g / 2)::text), 24) end,
    case when g <= 4000 and g % 2 = 0 then g / 2 when g in (5, 7) then g else g % 2 + 1 end,
    '{}', g, created_at
  from (${numbered(tx, filling)}) n`;
