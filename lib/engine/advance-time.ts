import { type Db, transaction } from "@/db/client";

/**
 * Makes everything stored `ms` older, as if that much time had passed: retries, sleeps, timeouts and
 * schedules come due, old runs reach their retention. Leases of jobs in hand stay.
 */
export async function advanceTime(db: Db, ms: number): Promise<void> {
  const by = db`${ms} * interval '1 millisecond'`;
  await transaction(db, async (tx) => {
    // Runs first, as everywhere: two orders of locking could wait for each other.
    await tx`update engine.run set created_at = created_at - ${by}, finished_at = finished_at - ${by}`;
    await tx`update engine.event set received_at = received_at - ${by}`;
    await tx`update engine.cron set next_at = next_at - ${by}`;
    await tx`update engine.wait set due_at = due_at - ${by}`;
    await tx`
      update engine.job set run_at = run_at - ${by} where lease_owner is null or run_at <= now()`;
  });
}
