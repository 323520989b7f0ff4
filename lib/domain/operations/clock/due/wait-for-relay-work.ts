import { setTimeout as sleep } from "node:timers/promises";
import { type Sql, transaction } from "@/db/client";
import { wakes } from "@/lib/core/operations/wakes";
import type { ClockWork } from "@/lib/domain/operations/clock/clock-work";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { isSlotOpen } from "@/lib/domain/wallets/is-slot-open";

const POLL_MS = 100;
/** A payment takes some blocks; what is held for longer than that is not waited for. */
const PATIENCE_MS = 10_000;

/** Payments on their way and wake-ups are the job engine's: it is woken, and waited for. */
export const waitForRelayWork: ClockWork = {
  name: "relay",
  each: "step",
  run: async ({ chains }, { db, until }) => {
    if ((await countOpen(db)) === 0) return 0;
    await transaction(db, async (tx) => {
      for (const { id } of chains.all) await wake(tx, wakes.relay, { chainId: id });
    });
    const giveUpAt = Math.min(until.getTime(), Date.now() + PATIENCE_MS);
    while ((await countOpen(db)) > 0 && Date.now() < giveUpAt) await sleep(POLL_MS);
    return 0;
  },
  waiting: countOpen,
};

async function countOpen(db: Sql): Promise<number> {
  const rows = await db`
    select from relay_open_submissions where due_at <= clock_now()
    union all
    select from relay_batches b where ${isSlotOpen(db)}
    limit 100`;
  return rows.length;
}
