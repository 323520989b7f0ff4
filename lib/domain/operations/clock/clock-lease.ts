import { randomUUID } from "node:crypto";
import type { Db, TransactionSql } from "@/db/client";
import { Refusal } from "@/lib/core/errors";

/** Longer than the work of a step takes. */
const LEASE_SECONDS = 90;

const moving = () =>
  new Refusal("idempotency_error", "The clock is already being moved. Try again later.", {
    details: { reason: "clock_moving" },
    retryAfterSeconds: 5,
  });

/** Takes the right to move the clock. @throws Refusal `idempotency_error` (`clock_moving`): another process has it */
export async function takeClock(db: Db): Promise<string> {
  const owner = randomUUID();
  const { count } = await db`
    update business_clock
    set lease_owner = ${owner}, lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
    where lease_until is null or lease_until <= now()`;
  if (count === 1) return owner;
  throw moving();
}

/**
 * Where the clock was to be moved last; null before its first move.
 * @throws Refusal `idempotency_error` (`clock_moving`): it is being moved
 */
export async function lastTarget(db: Db): Promise<Date | null> {
  const [row] = await db<{ target: Date | null; isMoving: boolean }[]>`
    select target, coalesce(lease_until > now(), false) as is_moving from business_clock`;
  if (row?.isMoving) throw moving();
  return row?.target ?? null;
}

/** A move to one target, over all calls that ask for it. */
export interface Move {
  /** When it was first asked for, by the time of the business. */
  readonly askedAt: Date;
  /** The stops of earlier calls. */
  readonly stops: number;
}

/**
 * Notes where the clock is to be moved.
 * @throws Refusal `idempotency_error` (`clock_moving`): another process has taken it over
 */
export async function noteTarget(db: Db, owner: string, target: Date): Promise<Move> {
  const [row] = await db<Move[]>`
    update business_clock set target = ${target},
      asked_at = case when target = ${target} then asked_at else clock_now() end,
      stops = case when target = ${target} then stops else 0 end
    where lease_owner = ${owner} returning coalesce(asked_at, clock_now()) as asked_at, stops`;
  if (!row) throw moving();
  return row;
}

/** Moves the clock ahead, and notes the time that nothing has waited for. @throws Refusal `idempotency_error` (`clock_moving`): another process has taken it over */
export async function moveClock(tx: TransactionSql, owner: string, ms: number): Promise<void> {
  await tx`
    insert into clock_moves (id, from_at, until_at)
    values (${owner}, clock_now(), clock_now() + ${ms} * interval '1 millisecond')
    on conflict (id) do update set until_at = excluded.until_at`;
  const { count } = await tx`
    update business_clock
    set ahead_ms = ahead_ms + ${ms}::bigint, stops = stops + 1,
      lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
    where lease_owner = ${owner}`;
  if (count !== 1) throw moving();
}

/** Lets others move it. */
export async function releaseClock(db: Db, owner: string): Promise<void> {
  await db`
    update business_clock set lease_owner = null, lease_until = null where lease_owner = ${owner}`;
}
