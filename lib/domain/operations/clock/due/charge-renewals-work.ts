import { setTimeout as sleep } from "node:timers/promises";
import { type Db, type Sql, transaction } from "@/db/client";
import { wakes } from "@/lib/core/operations/wakes";
import type { ClockWork } from "@/lib/domain/operations/clock/clock-work";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { readClock } from "@/lib/domain/platform/read-clock";
import { isDue } from "@/lib/domain/subscriptions/charges/due-renewals";

const POLL_MS = 100;
/** A charge takes some blocks; what keepers postpone for longer than that is not waited for. */
const PATIENCE_MS = 10_000;

/**
 * Charges are the keepers': they are woken, and waited for until what is due is final on the chain, or has failed. The
 * clock stops at each, so that no period goes by uncharged.
 */
export const chargeRenewalsWork: ClockWork = {
  name: "renewals",
  each: "step",
  async run({ chains }, { db, until }) {
    const at = await readClock(db);
    const due = await countDue(db, at);
    if (due === 0) return 0;
    const giveUpAt = Math.min(until.getTime(), Date.now() + PATIENCE_MS);
    do {
      await transaction(db, async (tx) => {
        for (const { id } of chains.all) await wake(tx, wakes.relay, { chainId: id });
      });
      await sleep(POLL_MS);
    } while ((await countDue(db, at)) > 0 && Date.now() < giveUpAt);
    return due;
  },
  nextAt: readNextAt,
  waiting: countDue,
};

/** Subscriptions of merchants that may collect. */
function kept(db: Db) {
  return db`subscriptions s join merchants m on m.id = s.merchant_id and m.status = 'active'`;
}

/**
 * What was due at a time; what a keeper has taken, until a minute after the newest block, whose time may be ahead of the
 * clock; and what is charged and not final yet.
 */
async function countDue(db: Sql, at: Date): Promise<number> {
  const rows = await db`
    select from ${kept(db)} left join chain_cursors c on c.chain_id = s.chain_id
    where ${isDue(db)} and s.attempt_at <= case when s.next_charge_at <= clock_now()
      then greatest(clock_now(), c.head_at) + interval '2 minutes' else clock_now() end
      and least(s.next_charge_at, s.attempt_at) <= ${at}
    union all
    select from subscription_renewals r join subscriptions s on s.id = r.subscription_id
    where r.open::int = 1 and least(s.next_charge_at, r.created_at) <= ${at}
    limit 100`;
  return rows.length;
}

/** The next period, or of one whose period has begun the next try; what is over ends at its end. */
async function readNextAt(db: Sql): Promise<Date | null> {
  const [row] = await db<{ at: Date | null }[]>`
    select min(k.at) as at from (
      select case when s.next_charge_at > clock_now() then s.next_charge_at else s.attempt_at end as at
      from ${kept(db)} where ${isDue(db)}
    ) k where k.at > clock_now()`;
  return row?.at ?? null;
}
