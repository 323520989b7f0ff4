import type { Db } from "@/db/client";
import { leaseMs, sendCaps, slowAfterMs } from "./send-limits";

/** Endpoints looked at in one claim. */
const ENDPOINTS = 64;

/**
 * Common table expressions for a claim, to follow `with recursive`: `chosen` has the ids of due
 * dispatches that every limit leaves room for, at most `room`. `moment` is the time of the statement, since
 * a lock may have been waited for: `due` of the business, a millisecond ahead, since stored instants are
 * rounded to one, and `real` for leases.
 */
export function chooseDispatches(db: Db, room: number) {
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

/** Due dispatches that are looked through for their endpoints. */
const SAMPLE = 500;

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

/** Enabled endpoints with due dispatches and room, locked. Whoever's row is held is passed over. */
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
