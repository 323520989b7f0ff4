import { setTimeout as sleep } from "node:timers/promises";
import { type Sql, transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import { wakes } from "@/lib/core/operations/wakes";
import { merchantObstacles, openAuthorizationStates } from "@/lib/core/refund-authorization-states";
import { openCallStates } from "@/lib/core/states";
import type { ClockWork } from "@/lib/domain/operations/clock/clock-work";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { readClock } from "@/lib/domain/platform/read-clock";
import { isDue } from "@/lib/domain/refunds/relayed/authorization-rows";
import { isSlotOpen } from "@/lib/domain/wallets/is-slot-open";

const POLL_MS = 100;
/** A payment takes some blocks; what is held for longer than that is not waited for. */
const PATIENCE_MS = 10_000;

/** Payments and signed refunds on their way and wake-ups are the job engine's: it is woken, and waited for. */
export const waitForRelayWork: ClockWork = {
  name: "relay",
  each: "step",
  run: async ({ chains }, { db, until }) => {
    const at = await readClock(db);
    if ((await countOpen(db, at)) === 0) return 0;
    await transaction(db, async (tx) => {
      for (const { id } of chains.all) await wake(tx, wakes.relay, { chainId: id });
    });
    const giveUpAt = Math.min(until.getTime(), Date.now() + PATIENCE_MS);
    while ((await countOpen(db, at)) > 0 && Date.now() < giveUpAt) await sleep(POLL_MS);
    return 0;
  },
  nextAt: readNextCall,
  waiting: countOpen,
};

/** When the next operator's call may be made that was asked for ahead of its time. */
async function readNextCall(db: Sql): Promise<Date | null> {
  const [row] = await db<{ at: Date | null }[]>`
    select min(not_before) as at from operator_calls
    where state in (${stateList(db, openCallStates)}) and not_before > clock_now()`;
  return row?.at ?? null;
}

/** What the relay is to take, and what it has sent. Signed refunds that wait for their merchants are left out. */
async function countOpen(db: Sql, at: Date): Promise<number> {
  const rows = await db`
    select from relay_open_submissions o join relay_submissions r on r.id = o.submission_id
    where o.due_at <= clock_now() and r.created_at <= ${at}
    union all
    select from refund_authorizations a
    where a.state in (${stateList(db, openAuthorizationStates)}) and ${isDue(db)}
      and a.created_at <= ${at}
      and (a.next_check_at is null or a.next_check_at <= clock_now())
      and coalesce(a.obstacle, '') <> all (${[...merchantObstacles]}::text[])
    union all
    select from relay_batches b where ${isSlotOpen(db)} and b.created_at <= ${at}
    limit 100`;
  return rows.length;
}
