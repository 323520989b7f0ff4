import type { ChaosRun, Trouble } from "./chaos-run";
import type { RunEvidence } from "./checks/evidence";
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
