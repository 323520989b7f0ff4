import { deploymentOf } from "@/lib/adapters/chain/chains";
import {
  type ChaosRun,
  closeRun,
  openRun,
  type Product,
  runFaults,
  type Trouble,
} from "./chaos-run";
import { chainInvariants } from "./checks/chain-checks";
import { provokeHalt } from "./checks/deep-reorg";
import { enoughTrouble } from "./checks/enough-trouble";
import { type Evidence, gatherEvidence } from "./checks/evidence";
import type { Finding, Invariant } from "./checks/invariant";
import { operatorInvariants } from "./checks/operator-checks";
import { rebuildAfterHalt } from "./checks/rebuild";
import { failedIsDead, relayInvariants } from "./checks/relay-checks";
import { closeDown, comeToRest } from "./checks/rest";
import { compareResync } from "./checks/resync";
import { findLeaks } from "./checks/secret-checks";
import { webhookInvariants } from "./checks/webhook-checks";
import type { Order } from "./clients/stage";
import type { ChaosOptions } from "./options";
import { printReport } from "./report";
import { createRunFolder, removeRunFolder } from "./rig/run-folder";
import { secretsOf } from "./rig/settings";
import { tallyOf } from "./tally";

const invariants = [
  ...relayInvariants,
  ...operatorInvariants,
  ...chainInvariants,
  ...webhookInvariants,
];

/** Longer than any authorization of a run lives. */
const PAST_EVERYTHING_SECONDS = 7_200;

/**
 * One run: faults, then healing, then the invariants. Prints a report.
 * @returns what was found, an entry for each invariant
 */
export async function runChaos(options: ChaosOptions, product: Product): Promise<Finding[]> {
  const folder = createRunFolder();
  const clock = startClock();
  const run = await openRun(options, product, folder);
  try {
    clock.mark("setup");
    const { trouble, clients } = await runFaults(run);
    clock.mark("faults");
    const { findings, evidence } = await heal(run, clients, trouble);
    clock.mark("healing");
    if (isOver(options, findings)) return findings;
    findings.push(enoughTrouble(run, trouble, evidence));
    findings.push(...(await conclude(run, evidence)));
    clock.mark("checks");
    const tally = tallyOf(run, trouble, evidence, clock.seconds);
    if (!options.quiet) printReport(options, tally, findings);
    return findings;
  } catch (error) {
    // Cleaning up may fail in its turn, and would hide what was first.
    console.error(error);
    throw error;
  } finally {
    await closeRun(run);
    if (process.env.STIPEND_CHAOS_KEEP === undefined) removeRunFolder(folder);
  }
}

/** The second phase: everything works again, and has to come to an end of its own. */
async function heal(run: ChaosRun, clients: Promise<void>, { stalls: { times } }: Trouble) {
  const { rig, miner, stage, watcher, options } = run;
  const { request } = rig.chain;
  const timeoutMs = options.restSeconds * 1_000;
  const site = { db: rig.database.db, request, chains: rig.chains, timeoutMs };
  await clients;
  const findings = [
    await comeToRest(site, "all that can be settled is settled, and comes to rest"),
  ];
  findings.push(await check(failedIsDead, await gather(run, times)));
  if (!isOver(options, findings)) {
    await miner.passTime(PAST_EVERYTHING_SECONDS);
    findings.push(await closeDown(site, "all else is closed once its time is over"));
  }
  const evidence = await gather(run, times);
  for (const invariant of invariants) findings.push(await check(invariant, evidence));
  findings.push(...watcher.findings());
  findings.push({
    name: "clients got the answers they must get",
    violations: stage.ledger.complaints,
  });
  return { findings, evidence };
}

/** A mutant needs to fail only once. */
const isOver = ({ quiet }: ChaosOptions, findings: readonly Finding[]): boolean =>
  quiet && findings.some(({ violations }) => violations.length > 0);

/** A final block is lost, and an operator repairs it: all that had to hold before has to hold again. */
async function loseFinalBlock(run: ChaosRun, order: Order, stalls: readonly number[]) {
  const { options, rig, stage, miner, courier, ctx } = run;
  const { request } = rig.chain;
  await Promise.all([miner.stop(), courier.stop()]);
  const findings = [await provokeHalt(stage, order, request, options.finalityDepth)];
  const site = { db: rig.database.db, request, chains: rig.chains };
  const rest = () => comeToRest({ ...site, timeoutMs: options.restSeconds * 1_000 }, "rest");
  findings.push(await rebuildAfterHalt(ctx, request, rest));
  const evidence = await gather(run, stalls);
  for (const invariant of invariants) {
    const { name, violations } = await check(invariant, evidence);
    findings.push({ name: `after the rebuild: ${name}`, violations });
  }
  return { findings, evidence };
}

/** What changes the database or the chain for good comes last. */
async function conclude(run: ChaosRun, before: Evidence): Promise<Finding[]> {
  const { options, rig, orders, supervisor, watcher, ctx, audience } = run;
  const { db } = rig.database;
  const findings: Finding[] = [];
  let evidence = before;
  await watcher.stop();
  // A spender's money is gone.
  const order = orders.find(({ kind }) => kind !== "spent");
  if (options.deepReorg && order) {
    const loss = await loseFinalBlock(run, order, before.stalls);
    findings.push(...loss.findings);
    evidence = loss.evidence;
  }
  await supervisor.stop();
  findings.push(await compareResync(ctx, evidence.rows));
  const secrets = secretsOf(rig.environment);
  for (const [id, { secrets: keys }] of audience.receivers) {
    for (const [at, key] of keys.entries()) secrets.set(`webhook secret ${id} ${at}`, key);
  }
  findings.push(await findLeaks(db, `${run.folder}/workers`, secrets));
  findings.push({
    name: "workers end only when they are killed",
    violations: [...supervisor.faults],
  });
  return findings;
}

function gather(
  { rig, stage, audience, foreign }: ChaosRun,
  stalls: readonly number[],
): Promise<Evidence> {
  const { receivers, canary } = audience;
  const idle = {
    merchantId: rig.idle.id,
    deploymentId: deploymentOf(rig.chains, "test").id,
    chainMerchantId: rig.idle.chainMerchantId.test,
  };
  const rest = { chains: rig.chains, ledger: stage.ledger, receivers, canary, idle };
  const { offered } = rig.proxy.feeRule;
  return gatherEvidence(rig.database.db, rig.chain.request, { ...rest, offered, foreign, stalls });
}

async function check({ name, violations }: Invariant, evidence: Evidence): Promise<Finding> {
  return { name, violations: await violations(evidence) };
}

function startClock() {
  const seconds: Record<string, number> = {};
  let since = performance.now();
  return {
    seconds,
    mark: (phase: string) => {
      const now = performance.now();
      seconds[phase] = Math.round((now - since) / 100) / 10;
      since = now;
    },
  };
}
