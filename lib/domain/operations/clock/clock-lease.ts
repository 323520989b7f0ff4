import { randomUUID } from "node:crypto";
import type { Db, TransactionSql } from "@/db/client";
import { Refusal } from "@/lib/core/errors";

/** Longer than the work of a step takes. */
const LEASE_SECONDS = 90;

/** Takes the right to move the clock. @throws Refusal `invalid_request` (`clock_moving`): another process has it */
export async function takeClock(db: Db): Promise<string> {
  const owner = randomUUID();
  const { count } = await db`
    update business_clock
    set lease_owner = ${owner}, lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
    where lease_until is null or lease_until <= now()`;
  if (count === 1) return owner;
  throw new Refusal("invalid_request", "The clock is already being moved. Try again later.", {
    details: { reason: "clock_moving" },
    retryAfterSeconds: 5,
  });
}

/** Moves the clock ahead. @throws Error when another process has taken it over */
export async function moveClock(tx: TransactionSql, owner: string, ms: number): Promise<void> {
  const { count } = await tx`
    update business_clock
    set ahead_ms = ahead_ms + ${ms}::bigint,
      lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
    where lease_owner = ${owner}`;
  if (count !== 1) throw new Error("The clock was taken over by another process");
}

/** Lets others move it. */
export async function releaseClock(db: Db, owner: string): Promise<void> {
  await db`
    update business_clock set lease_owner = null, lease_until = null where lease_owner = ${owner}`;
}
