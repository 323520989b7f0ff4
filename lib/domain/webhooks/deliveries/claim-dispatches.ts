import { type Db, type Sql, type TransactionSql, transaction } from "@/db/client";
import { pipelined } from "@/db/pipelined";
import type { Mode } from "@/lib/core/modes";
import { wakes } from "@/lib/core/operations/wakes";
import { dispatchTransitions, sourcesOf } from "@/lib/core/states";
import type { EventRow } from "@/lib/domain/platform/events/event-rows";
import { finishPass, numberingSteps } from "@/lib/domain/platform/events/number-events";
import { notifyOutbox } from "@/lib/domain/platform/outbox/wake";
import { leaseMs, sendCaps, slowAfterMs } from "./send-limits";

/** Endpoints looked at in one claim. */
const ENDPOINTS = 64;

/** Due dispatches that are looked through for their endpoints. */
const SAMPLE = 500;

/** A dispatch in hand, with all that one attempt needs. */
export interface ClaimedDispatch {
  id: string;
  /** Rises with each claim: only the holder of the last one writes the outcome. */
  fence: bigint;
  mode: Mode;
  isReplay: boolean;
  /** Attempts whose outcome is known already. */
  attempts: number;
  deliveryId: string;
  attempt: number;
  claimedAt: Date;
  /** The same in real time, which the receiver's clock shows. */
  sentAt: Date;
  endpointId: string;
  url: string;
  secretSealed: string;
  headersSealed: string | null;
  event: EventRow;
}

type ClaimedRow = Omit<ClaimedDispatch, "event"> & Omit<EventRow, "id"> & { eventId: string };

/** One claimer at a time: what it counts against a limit cannot change under it. */
const CLAIM_LOCK = 7_245_003;

/**
 * Leases due dispatches of enabled endpoints, at most `room` of them and as many as the limits leave
 * room for. Events get their positions first: what is sent has its position in it, at every attempt. Each endpoint's oldest comes first, beginning with the endpoint whose last claim is the
 * longest ago.
 */
export async function claimDispatches(db: Sql, room: number): Promise<ClaimedDispatch[]> {
  const rows = await transaction(db, async (tx) => {
    const [, , , , pass, claimed] = await pipelined([
      // Every sender waits for the lock: a claimer that has stopped must not keep it.
      () => tx`set local idle_in_transaction_session_timeout = '5s'`,
      () => tx`select pg_advisory_xact_lock(${CLAIM_LOCK})`,
      () => releaseLeases(tx),
      ...numberingSteps(tx),
      () => tx<ClaimedRow[]>`
      with recursive ${chooseDispatches(tx, room)}, taken as (
        update webhook_dispatches d
        set state = 'sending', fence = d.fence + 1, next_attempt_at = 'infinity',
          lease_until = statement_timestamp() + ${leaseMs} * interval '1 millisecond'
        where d.id = any (array(select id from chosen))
          and d.state in ${tx(sourcesOf(dispatchTransitions, "sending"))}
          and (select position is not null from events where id = d.event_id)
        returning d.*
      ), touched as (
        update webhook_endpoints set last_claimed_at = statement_timestamp()
        where id in (select endpoint_id from taken)
      )
      select t.id, t.fence, t.is_replay, t.attempts, t.event_id, v.id as delivery_id, v.attempt,
        (select now from moment) as claimed_at, statement_timestamp() as sent_at, w.id as endpoint_id, w.url, w.secret_sealed, w.headers_sealed,
        e.merchant_id, e.mode, e.type, e.api_version, e.resource_type, e.resource_id, e.sequence,
        e.arrival, e.position, e.object, e.created_at
      from taken t
      join webhook_endpoints w on w.id = t.endpoint_id
      join webhook_deliveries v on v.dispatch_id = t.id and v.status = 'pending'
      join events e on e.id = t.event_id`,
    ]);
    if (finishPass(tx, pass).full) notifyOutbox(tx, wakes.webhooks);
    return claimed;
  });
  return rows.map(({ eventId, ...row }) => ({ ...row, event: { ...row, id: eventId } }));
}

/** Sends whose lease has run out are due again, for the next claim. */
function releaseLeases(tx: TransactionSql) {
  return tx`
    update webhook_dispatches
    set state = 'pending', next_attempt_at = clock_now(), lease_until = null
    where id = any (array(
      select id from webhook_dispatches where lease_until <= statement_timestamp()
      for no key update skip locked
    )) and state = 'sending' and state in ${tx(sourcesOf(dispatchTransitions, "pending"))}`;
}

/**
 * Common table expressions for a claim, to follow `with recursive`: `chosen` has the ids of due
 * dispatches that every limit leaves room for, at most `room`. `moment` is the time of the statement, since
 * a lock may have been waited for: `due` of the business, a millisecond ahead, since stored instants are
 * rounded to one, and `real` for leases.
 */
function chooseDispatches(db: Db, room: number) {
  return db`
    moment as (
      select now, now + interval '1 millisecond' as due, real
      from (select clock_now() + (statement_timestamp() - now()) as now, statement_timestamp() as real) m
    ), ${caps(db)}, ${underWay(db)}, ${waitingEndpoints(db)}, ${readyEndpoints(db)}, ${fairShare(db, room)}`;
}

function caps(db: Db) {
  const { fast, slow } = sendCaps;
  return db`
    caps (slow, endpoint, merchant, destination, lane) as (
      values
        (false, ${fast.endpoint}::int, ${fast.merchant}::int, ${fast.destination}::int,
          ${fast.lane}::int),
        (true, ${slow.endpoint}::int, ${slow.merchant}::int, ${slow.destination}::int,
          ${slow.lane}::int)
    )`;
}

/** The attempts under way, counted for each limit. One that takes long counts as slow by itself. */
function underWay(db: Db) {
  return db`
    live as materialized (
      select d.endpoint_id, w.merchant_id, w.destination,
        w.slow or d.lease_until <= (select real from moment)
          + ${leaseMs - slowAfterMs} * interval '1 millisecond' as slow
      from webhook_dispatches d join webhook_endpoints w on w.id = d.endpoint_id
      where d.lease_until > (select real from moment)
    ), at_endpoint as (
      select endpoint_id, bool_or(slow) as slow, count(*) as busy from live group by endpoint_id
    ), at_merchant as (
      select merchant_id, slow, count(*) as busy from live group by merchant_id, slow
    ), at_destination as (
      select destination, slow, count(*) as busy from live group by destination, slow
    ), at_lane as (
      select slow, count(*) as busy from live group by slow
    )`;
}

/**
 * Endpoints that may have due dispatches. A long backlog could hide other endpoints behind it, so
 * then all that have something open are visited: the walk jumps from one to the next in the index.
 */
function waitingEndpoints(db: Db) {
  return db`
    sample as materialized (
      select endpoint_id from webhook_dispatches
      where due_at <= (select due from moment) order by due_at limit ${SAMPLE}
    ), walk as (
      (select endpoint_id from webhook_dispatches
        where endpoint_due_at is not null and (select count(*) from sample) = ${SAMPLE}
        order by endpoint_id limit 1)
      union all
      select (
        select d.endpoint_id from webhook_dispatches d
        where d.endpoint_due_at is not null and d.endpoint_id > walk.endpoint_id
        order by d.endpoint_id limit 1
      ) from walk where walk.endpoint_id is not null
    ), waiting as materialized (
      select endpoint_id from (
        select endpoint_id from sample union select endpoint_id from walk
      ) seen
      where (
        select true from webhook_dispatches d
        where d.endpoint_id = seen.endpoint_id and d.endpoint_due_at <= (select due from moment)
        limit 1
      )
    )`;
}

/** Enabled endpoints with due dispatches and room, locked. Skips locked rows (`skip locked`). */
function readyEndpoints(db: Db) {
  return db`
    ready as materialized (
      select w.*, c.slow,
        c.endpoint - coalesce(e.busy, 0) as endpoint_room,
        c.merchant - coalesce(m.busy, 0) as merchant_room,
        c.destination - coalesce(t.busy, 0) as destination_room,
        c.lane - coalesce(l.busy, 0) as lane_room
      from waiting
      cross join lateral (
        select id, merchant_id, destination, last_claimed_at, slow as was_slow
        from webhook_endpoints where id = waiting.endpoint_id and status = 'enabled' limit 1
      ) w
      left join at_endpoint e on e.endpoint_id = w.id
      join caps c on c.slow = (w.was_slow or coalesce(e.slow, false))
      left join at_merchant m on m.merchant_id = w.merchant_id and m.slow = c.slow
      left join at_destination t on t.destination = w.destination and t.slow = c.slow
      left join at_lane l on l.slow = c.slow
      where least(c.endpoint - coalesce(e.busy, 0), c.merchant - coalesce(m.busy, 0),
        c.destination - coalesce(t.busy, 0), c.lane - coalesce(l.busy, 0)) > 0
      order by w.last_claimed_at, w.id limit ${ENDPOINTS}
    ), held as materialized (
      select r.* from ready r cross join lateral (
        select from webhook_endpoints
        where id = r.id and status = 'enabled' limit 1 for no key update skip locked
      ) w
    )`;
}

/** Each limit is applied to what the one before has left, so that none counts what is not taken. */
function fairShare(db: Db, room: number) {
  return db`
    due as (
      select held.*, d.id as dispatch_id,
        row_number() over (partition by held.id order by d.endpoint_due_at, d.id) as turn
      from held cross join lateral (
        select id, endpoint_due_at from webhook_dispatches
        where endpoint_id = held.id and endpoint_due_at <= (select due from moment)
        order by endpoint_due_at, id limit least(held.endpoint_room, ${room})
        for no key update skip locked
      ) d
    ), to_destination as (
      select *, row_number() over (
        partition by destination, slow order by turn, last_claimed_at, id) as destination_place
      from due
    ), of_merchant as (
      select *, row_number() over (
        partition by merchant_id, slow order by turn, last_claimed_at, id) as merchant_place
      from to_destination where destination_place <= destination_room
    ), in_lane as (
      select *, row_number() over (
        partition by slow order by turn, last_claimed_at, id) as lane_place
      from of_merchant where merchant_place <= merchant_room
    ), chosen as (
      select dispatch_id as id from in_lane where lane_place <= lane_room
      order by slow, turn, last_claimed_at, id limit ${room}
    )`;
}
