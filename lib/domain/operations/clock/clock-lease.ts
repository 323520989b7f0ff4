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

/** Notes where the clock is to be moved. */
export async function noteTarget(db: Db, owner: string, target: Date): Promise<void> {
  await db`update business_clock set target = ${target} where lease_owner = ${owner}`;
}

/** Moves the clock ahead. @throws Refusal `idempotency_error` (`clock_moving`): another process has taken it over */
export async function moveClock(tx: TransactionSql, owner: string, ms: number): Promise<void> {
  const { count } = await tx`
    update business_clock
    set ahead_ms = ahead_ms + ${ms}::bigint,
      lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
    where lease_owner = ${owner}`;
  if (count !== 1) throw moving();
}

/** Lets others move it. */
export async function releaseClock(db: Db, owner: string): Promise<void> {
  await db`
    update business_clock set lease_owner = null, lease_until = null where lease_owner = ${owner}`;
}
