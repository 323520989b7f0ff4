import { LEAST_REORGS } from "@/chaos/chaos-run";
import type { Finding } from "@/chaos/checks/invariant";
import type { ChaosMiner } from "@/chaos/faults/chain-miner";
import type { LongOptions } from "@/chaos/options";
import { printFindings } from "@/chaos/report";
import { reorgsOf } from "@/chaos/rig/long-run";
import type { Supervisor } from "@/chaos/rig/supervisor";
import { untilNone } from "@/chaos/rig/until-none";
import type { Sql } from "@/db/client";
import { liveSubscriptionStatuses, openSubmissionStates } from "@/lib/core/states";
import type { DayStage } from "./live-a-day";
import type { RenewalEvidence } from "./renewal-evidence";
import type { Subscriber } from "./subscriber";

const list = (counts: Iterable<[unknown, number]>): string =>
  [...counts].map(([name, count]) => `${name} ${count}`).join(", ");

/** Prints a run of renewals for people. */
export function printRenewals(
  { seed, days }: LongOptions,
  { rows, chain, subscribers }: RenewalEvidence,
  { supervisor, miner, stalls }: { supervisor: Supervisor; miner: ChaosMiner; stalls: number },
  findings: readonly Finding[],
): void {
  const { crashes } = supervisor;
  const deaths = [...crashes.values()].reduce((sum, count) => sum + count, 0);
  const depths = [...miner.reorgs].sort(([one], [other]) => one - other);
  console.log(`seed ${seed}, renewals, ${days} days of ${subscribers.length} subscribers`);
  console.log(
    `  kills     ${deaths} at ${crashes.size} crash points, ${supervisor.kills()} random; ${stalls} stalls with charges taken`,
  );
  console.log(
    `  chain     reorgs ${list(depths.map(([depth, count]) => [`depth ${depth}:`, count]))}`,
  );
  console.log(
    `  charges   ${chain.length} made, ${rows.signed.length} signed: ${list(countBy(rows.signed.map(({ outcome }) => outcome ?? "open")))}`,
  );
  console.log(
    `  events    ${list(countBy(rows.events.map(({ type }) => type.slice("subscription.".length))))}`,
  );
  console.log(
    `  mails     ${list(countBy(rows.mails.map(({ kind }) => kind.slice("subscription_".length))))}`,
  );
  printFindings(findings);
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Who made the trouble, and who saw it. */
interface TroubleSources {
  readonly supervisor: Supervisor;
  readonly miner: ChaosMiner;
  readonly stage: DayStage;
}

/** What was done to the database, and how often keepers were suspended with what they had taken. */
interface Trouble {
  readonly database: { readonly cuts: number; readonly restarts: number };
  readonly stalls: number;
}

/** With nothing killed and nothing charged, all of the invariants hold. */
export function enoughHappened(
  { supervisor, miner, stage }: TroubleSources,
  { rows, chain, subscribers, days }: RenewalEvidence,
  { database, stalls }: Trouble,
): Finding {
  const deaths = [...supervisor.crashes.values()].reduce((sum, count) => sum + count, 0);
  const told = (type: string) =>
    rows.events.filter((event) => event.type === `subscription.${type}`).length;
  const found: [what: string, number: number, least: number][] = [
    ["crashes and kills", supervisor.kills() + deaths, 3 * days],
    ["reorganisations", reorgsOf(miner), LEAST_REORGS],
    ["connections cut or restarts of the database", database.cuts + database.restarts, 1],
    ["keepers suspended with what they had taken", stalls, 1],
    ["charges", chain.length, (subscribers.length * days) / 2],
    ["failures", told("charge_failed"), 3],
    ["enrolments by the relay", rows.subscriptions.filter(isRelayed).length, 1],
    ["recoveries", told("recovery_outcome"), 2],
  ];
  const short = found.filter(([, number, least]) => number < least);
  return {
    name: "the run had crashes, reorganisations, charges, failures and recoveries",
    violations: [
      ...short.map(([what, number, least]) => `${what}: ${number}, at least ${least}`),
      ...stage.complaints,
    ],
  };
}

const isRelayed = (row: RenewalEvidence["rows"]["subscriptions"][number]): boolean =>
  row.origin === "relay" && row.enrolledAt !== null;

const TURN_MS = 5_000;

/**
 * Waits until each subscriber is in the books, and each charge that is due is booked, or has failed with a cause that was
 * told.
 * @param given.passTime called now and then: what a keeper took before it died is another's after a minute of the chain's
 * @returns what was still open when the time was up
 */
export async function untilAttended(
  stage: DayStage,
  subscribers: readonly Subscriber[],
  { seconds, passTime }: { seconds: number; passTime?: () => Promise<void> },
): Promise<string[]> {
  let passedAt = Date.now();
  return untilNone(seconds, async () => {
    if (passTime && Date.now() - passedAt > TURN_MS) {
      passedAt = Date.now();
      await passTime();
    }
    const now = new Date(Number(await stage.chainTime()) * 1_000);
    const known = await stage.db<{ onchainId: string }[]>`
      select onchain_id from subscriptions where enrolled_at is not null`;
    const ids = new Set(known.map(({ onchainId }) => onchainId));
    const missing = subscribers.filter(
      ({ onchainId, kind }) => kind !== "relayed" && !ids.has(onchainId),
    );
    const due = await stage.db<{ id: string; status: string; slot: string | null }[]>`
      select s.id, s.status, (
        select b.state from subscription_renewals r join relay_batches b on b.id = r.batch_id
        where r.subscription_id = s.id and r.open
      ) as slot
      from subscriptions s
      where s.status in ${stage.db(liveSubscriptionStatuses)} and s.paused_at is null and (
        exists (select from subscription_renewals r where r.subscription_id = s.id and r.open)
        or exists (
          select from relay_submissions b
          where b.subscription_id = s.id and b.state in ${stage.db(openSubmissionStates)}
        )
        or (s.next_charge_at <= ${now} and coalesce(s.failed_period, -1)
          < floor(extract(epoch from ${now}::timestamptz - s.start_at) / s.interval_seconds))
      )`;
    return [
      ...missing.map(({ kind, onchainId }) => `${kind} ${onchainId} is not in the books`),
      ...due.map(({ id, status, slot }) => `${id} is ${status}, due, and ${slot ?? "not signed"}`),
    ];
  });
}

/** Waits until nothing is charged any more. A pending one whose enrolment has run out stays for its payer to try again. */
export async function untilEnded(db: Sql, seconds: number): Promise<string[]> {
  return untilNone(seconds, async () => {
    const rows = await db<{ id: string; status: string }[]>`
      select s.id, s.status from subscriptions s
      where s.status in ${db(liveSubscriptionStatuses)} and (s.status <> 'pending' or exists (
        select from relay_submissions b
        where b.subscription_id = s.id and b.state in ${db(openSubmissionStates)}
      ))`;
    return rows.map(({ id, status }) => `${id} is ${status}`);
  });
}
