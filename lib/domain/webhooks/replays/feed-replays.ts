import { type Db, type TransactionSql, transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import { newId } from "@/lib/core/ids";
import { openDispatchStates } from "@/lib/core/states";
import { inStream } from "@/lib/domain/platform/events/list-in-order";
import { isReplayed } from "./find-replay-range";
import { endReplay, type ReplayRow } from "./replay-rows";

/** Of a replay under way at once: its endpoint's own limits say how many of them are sent side by side. */
const WINDOW = 32;
const MAX_FAILURES_IN_ROW = 20;
const MAX_REPLAYS = 64;

/**
 * Counts what replays have sent, gives each endpoint the next of its events, and ends those that are over.
 * @returns how many dispatches were written
 */
export async function feedReplays(db: Db): Promise<number> {
  // Endpoints' ids are random: each time another one is the first, and none waits for those before it.
  const first = newId("webhookEndpoint");
  const running = await db<{ id: string }[]>`
    (select id from webhook_replays where status = 'running' and endpoint_id >= ${first}
      order by endpoint_id limit ${MAX_REPLAYS})
    union all
    (select id from webhook_replays where status = 'running' and endpoint_id < ${first}
      order by endpoint_id limit ${MAX_REPLAYS})
    limit ${MAX_REPLAYS}`;
  let queued = 0;
  for (const { id } of running) queued += await transaction(db, (tx) => feed(tx, id));
  return queued;
}

type Running = ReplayRow & { enabled: boolean };

async function feed(tx: TransactionSql, id: string): Promise<number> {
  const [replay] = await tx<Running[]>`
    select r.*, w.status = 'enabled' as enabled
    from webhook_replays r join webhook_endpoints w on w.id = r.endpoint_id
    where r.id = ${id} and r.status = 'running' for no key update of r skip locked`;
  if (!replay) return 0;
  const failuresInRow = await countOutcomes(tx, replay);
  if (!replay.enabled) await endReplay(tx, id, "stopped", "endpoint_disabled");
  else if (failuresInRow >= MAX_FAILURES_IN_ROW) {
    await endReplay(tx, id, "stopped", "too_many_failures");
  } else return fill(tx, replay);
  return 0;
}

/** Counts dispatches that have ended since the last time, in the order in which they did. */
async function countOutcomes(tx: TransactionSql, replay: ReplayRow): Promise<number> {
  const ended = await tx<{ succeeded: boolean }[]>`
    with ended as (
      delete from webhook_replay_items i using webhook_dispatches d
      where i.replay_id = ${replay.id} and d.id = i.dispatch_id
        and d.state not in (${stateList(tx, openDispatchStates)})
      returning d.id, d.state
    )
    select e.state = 'succeeded' as succeeded
    from ended e join webhook_deliveries v on v.dispatch_id = e.id
    order by v.started_at + v.duration_ms * interval '1 millisecond', e.id`;
  const succeeded = ended.filter((one) => one.succeeded).length;
  const failuresInRow = ended.reduce(
    (inRow, one) => (inRow >= MAX_FAILURES_IN_ROW ? inRow : one.succeeded ? 0 : inRow + 1),
    replay.failuresInRow,
  );
  if (ended.length > 0) {
    await tx`
      update webhook_replays
      set succeeded = succeeded + ${succeeded}, failed = failed + ${ended.length - succeeded},
        failures_in_row = ${failuresInRow}, progressed_at = now()
      where id = ${replay.id}`;
  }
  return failuresInRow;
}

/** Writes dispatches for its next events, as many as there is room for; it is completed when none is left. */
async function fill(tx: TransactionSql, replay: ReplayRow): Promise<number> {
  const { id, endpointId, merchantId, mode, nextPosition, toPosition } = replay;
  const [row] = await tx<{ queued: number; open: number; last: bigint | null; room: number }[]>`
    with open as (
      select count(*)::int as count from webhook_replay_items where replay_id = ${id}
    ), chosen as materialized (
      select e.id, e.position from events e
      where ${inStream(tx, replay)} and e.position >= ${nextPosition} and e.position <= ${toPosition}
        and ${isReplayed(tx, replay)}
      order by e.position limit ${WINDOW} - (select count from open)
    ), audience as materialized (
      select 'x' || lpad(to_hex(nextval('webhook_dispatch_numbers')), 12, '0') as dispatch_id,
        new_id('whd') as delivery_id, c.id as event_id
      from (select * from chosen order by position) c
    ), dispatches as (
      insert into webhook_dispatches (id, event_id, endpoint_id, is_replay)
      select dispatch_id, event_id, ${endpointId}, true from audience
    ), deliveries as (
      insert into webhook_deliveries (id, merchant_id, mode, dispatch_id, endpoint_id, attempt)
      select delivery_id, ${merchantId}, ${mode}, dispatch_id, ${endpointId}, 1 from audience
    ), items as (
      insert into webhook_replay_items (dispatch_id, replay_id) select dispatch_id, ${id} from audience
    )
    select (select count(*) from chosen)::int as queued, (select max(position) from chosen) as last,
      open.count as open, ${WINDOW} - open.count as room from open`;
  if (!row) throw new Error("a count returns its row");
  const { queued, open, last, room } = row;
  const next = queued < room ? toPosition + 1n : (last ?? nextPosition - 1n) + 1n;
  await tx`
    update webhook_replays
    set next_position = ${next},
      progressed_at = case when ${queued} > 0 then now() else progressed_at end
    where id = ${id} and next_position <> ${next}`;
  if (queued + open === 0 && next > toPosition) await endReplay(tx, id, "completed");
  return queued;
}
