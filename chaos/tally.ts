import { type ChaosRun, LEAST_REORGS, type Trouble } from "./chaos-run";
import type { Evidence, RunEvidence } from "./checks/evidence";
import type { Finding } from "./checks/invariant";
import type { Tally } from "./report";

/** Counts what happened in a run. */
export function tallyOf(
  run: ChaosRun,
  trouble: Trouble,
  { whole: { rows }, ofChains }: RunEvidence,
  seconds: Record<string, number>,
): Tally {
  const { supervisor, rig, miner, api, orders, audience, watcher } = run;
  const requests = [...audience.receivers.values()].flatMap(({ received }) => received);
  return {
    seconds,
    crashes: supervisor.crashes,
    kills: supervisor.kills(),
    faults: rig.proxy.struck,
    reorgs: miner.reorgs,
    spikes: miner.spikes(),
    restarts: trouble.database.restarts,
    cuts: trouble.database.cuts,
    stolen: trouble.leases.stolen,
    stalls: trouble.stalls.times.length,
    freezes: supervisor.freezes(),
    detours: trouble.wrongNode.times,
    lostFinalBlock: trouble.lostBlock.times,
    looks: watcher.looks(),
    lostRequests: api.lost,
    requestErrors: api.errors,
    payments: {
      planned: orders.length,
      accepted: rows.submissions.length,
      ...countBy(rows.submissions.map(({ state }) => state)),
      ...Object.fromEntries(
        ofChains.map(({ chain, chains: { all } }) => [
          `on chain ${all[0]?.id}`,
          chain.settlements.length,
        ]),
      ),
      "with one signature": rows.submissions.filter(({ salt }) => salt !== null).length,
      nonces: rows.batches.length,
      attempts: rows.attempts.length,
      noops: rows.attempts.filter(({ kind }) => kind === "noop").length,
      ...countBy(
        rows.transactions.map((row) => row.paymentException).filter((it) => it !== "none"),
      ),
    },
    billing: {
      ...countBy(rows.refunds.map(({ status }) => `refunds ${status}`)),
      ...countBy(rows.invoices.map(({ status }) => `invoices ${status}`)),
      mails: rows.mails.length,
    },
    webhooks: {
      events: rows.events.length,
      requests: requests.length,
      ...countBy(rows.dispatches.map(({ state }) => state)),
    },
  };
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** A run whose clients settled less than this share of what they planned shows little. */
const SETTLED_SHARE = 0.5;
/** Looks of the watcher for each second of faults; it makes up to four. */
const LOOKS_PER_SECOND = 0.5;
const FAULTS = 20;

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);
const total = (counts: ReadonlyMap<unknown, number>): number => sum([...counts.values()]);

/**
 * What a run must have gone through for its invariants to mean anything: with nothing killed, nothing
 * lied and nothing paid, all of them hold.
 */
export function enoughTrouble(
  { options, supervisor, rig, miner, orders, watcher, audience }: ChaosRun,
  { database, wrongNode }: Trouble,
  { whole: { rows }, ofChains }: RunEvidence,
): Finding {
  const { targets, deaths, faultSeconds } = options;
  const asksNode = targets.includes("relay") || targets.includes("indexer");
  const settled = ofChains.map(({ chain }) => chain.settlements.length);
  const requests = [...audience.receivers.values()].flatMap(({ received }) => received);
  const found: [what: string, number: number, least: number][] = [
    ["crashes and kills", supervisor.kills() + total(supervisor.crashes), deaths / 2],
    ["crash points that were reached", supervisor.crashes.size, 3],
    ["faults of the node", total(rig.proxy.struck), asksNode ? FAULTS : 0],
    ["times another chain answered", wrongNode.times, asksNode ? 1 : 0],
    ["reorganisations", total(miner.reorgs), LEAST_REORGS],
    ["connections cut or restarts of the database", database.cuts + database.restarts, 1],
    ["settled payments", sum(settled), orders.length * SETTLED_SHARE],
    ["settled payments on the chain that has the fewest", Math.min(...settled), 1],
    [
      "confirmed sessions",
      countOf(rows.sessions, "confirmed"),
      (orders.length * SETTLED_SHARE) / 2,
    ],
    ...signatures(rows.submissions),
    ["payments that counted before they were final", rows.events.filter(isEarly).length, 1],
    ["completed refunds", rows.refunds.filter(({ status }) => status === "completed").length, 1],
    ["paid invoices", rows.invoices.filter(({ status }) => status === "paid").length, 1],
    ["operators' calls", rows.operatorCalls.length, faultSeconds / 5],
    ["webhooks that came", requests.length, rows.events.length / 4],
    ["looks of the watcher", watcher.looks(), faultSeconds * LOOKS_PER_SECOND],
  ];
  return {
    name: "the run had crashes, faults, reorganisations and settled payments to survive",
    violations: found
      .filter(([, number, least]) => number < least)
      .map(([what, number, least]) => `${what}: ${number}, at least ${Math.ceil(least)}`),
  };
}

/** Settled by the relay, in each form. */
function signatures(submissions: RunEvidence["whole"]["rows"]["submissions"]) {
  const settled = submissions.filter(({ state }) => state === "confirmed");
  const one = settled.filter(({ salt }) => salt !== null).length;
  return [
    ["relayed payments with one signature", one, 2],
    ["relayed payments with two signatures", settled.length - one, 2],
  ] satisfies [string, number, number][];
}

/** It says that a session is paid, by a payment that was not final. */
function isEarly(event: Evidence["rows"]["events"][number]): boolean {
  if (event.type !== "payment.completed") return false;
  const { payment } = event.object as { payment: { state: string } | null };
  return payment?.state === "seen";
}

function countOf(rows: readonly { status: string }[], wanted: string): number {
  return rows.filter(({ status }) => status === wanted).length;
}
