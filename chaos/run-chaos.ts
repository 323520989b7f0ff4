import { Refusal } from "@/lib/core/errors";
import { type Aftermath, type ChaosRun, closeRun, openRun, runFaults } from "./chaos-run";
import { invoiceInvariants, refundInvariants } from "./checks/billing-checks";
import { chainInvariants } from "./checks/chain-checks";
import { provokeHalt } from "./checks/deep-reorg";
import { gatherEvidence, type RunEvidence } from "./checks/evidence";
import type { Finding, Invariant } from "./checks/invariant";
import { findLeaks, operatorInvariants } from "./checks/operator-checks";
import { compareResync, rebuild, rebuildAfterHalt } from "./checks/rebuild";
import { failedIsDead, relayInvariants } from "./checks/relay-checks";
import { closeDown, comeToRest } from "./checks/rest";
import { shopInvariants } from "./checks/shop-checks";
import { webhookInvariants } from "./checks/webhook-checks";
import { readClaims } from "./checks/webhook-claims";
import { endCheckouts } from "./clients/shop-flows";
import type { Order } from "./clients/stage";
import type { ChaosOptions, Product } from "./options";
import { printReport } from "./report";
import { operatedOn } from "./rig/chaos-rig";
import { createRunFolder, removeRunFolder } from "./rig/run-folder";
import { secretsOf } from "./rig/settings";
import { enoughTrouble, tallyOf } from "./tally";

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
    const aftermath = await runFaults(run);
    const { trouble } = aftermath;
    clock.mark("faults");
    const { findings, evidence } = await heal(run, aftermath);
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
async function heal(run: ChaosRun, { clients, leaseEnds, trouble: { lostBlock } }: Aftermath) {
  const { miner, secondMiner, stage, watcher, options } = run;
  const site = restingSite(run);
  await clients;
  const findings = [await lostBlock.finding()];
  if (lostBlock.haltedMs() > 0) findings.push(await rebuildSecond(run));
  findings.push(await comeToRest(site, "all that can be settled is settled, and comes to rest"));
  findings.push(await check(failedIsDead, await gather(run, leaseEnds)));
  if (!isOver(options, findings)) {
    await endCheckouts(stage);
    for (const one of [miner, secondMiner]) await one.passTime(PAST_EVERYTHING_SECONDS);
    findings.push(await closeDown(site, "all else is closed once its time is over"));
  }
  const evidence = await gather(run, leaseEnds);
  findings.push(...(await checkAll(evidence)));
  findings.push(...watcher.findings());
  findings.push({
    name: "clients got the answers they must get",
    violations: stage.ledger.complaints,
  });
  return { findings, evidence };
}

/** A product that reads past a lost final block without noticing may have nothing to rebuild from. */
async function rebuildSecond({ ctx, rig }: ChaosRun): Promise<Finding> {
  const name = "a chain that lost a final block can be rebuilt";
  try {
    await rebuild(ctx, rig.second.chain.id);
    return { name, violations: [] };
  } catch (error) {
    if (error instanceof Refusal) return { name, violations: [error.message] };
    throw error;
  }
}

/** A mutant needs to fail only once. */
const isOver = ({ quiet }: ChaosOptions, findings: readonly Finding[]): boolean =>
  quiet && findings.some(({ violations }) => violations.length > 0);

/** A final block is lost, and an operator repairs it: all that had to hold before has to hold again. */
async function loseFinalBlock(run: ChaosRun, order: Order, leaseEnds: readonly number[]) {
  const { rig, stage, miner, secondMiner, couriers, wallets, ctx } = run;
  const { request } = rig.chain;
  const carried = [...couriers.values(), ...wallets.values()].map((courier) => courier.stop());
  await Promise.all([miner.stop(), secondMiner.stop(), ...carried]);
  const findings = [await provokeHalt(stage, order, request)];
  const rest = () => comeToRest(restingSite(run), "rest");
  findings.push(await rebuildAfterHalt(ctx, rig.chain, rest));
  const evidence = await gather(run, leaseEnds);
  for (const { name, violations } of await checkAll(evidence)) {
    findings.push({ name: `after the rebuild: ${name}`, violations });
  }
  return { findings, evidence };
}

/** What changes the database or the chain for good comes last. */
async function conclude(run: ChaosRun, before: RunEvidence): Promise<Finding[]> {
  const { options, rig, orders, supervisor, watcher, ctx, audience } = run;
  const { db } = rig.database;
  const findings: Finding[] = [];
  let evidence = before;
  await watcher.stop();
  // A spender's money is gone.
  const order = orders.find(({ kind, chainId }) => kind !== "spent" && chainId === rig.chain.id);
  if (options.deepReorg && order) {
    const loss = await loseFinalBlock(run, order, before.whole.leaseEnds);
    findings.push(...loss.findings);
    evidence = loss.evidence;
  }
  await supervisor.stop();
  findings.push(await compareResync(ctx, evidence.whole.rows));
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

async function gather(
  { rig, stage, audience, foreign }: ChaosRun,
  leaseEnds: readonly number[],
): Promise<RunEvidence> {
  const { receivers, canary } = audience;
  const idle = {
    merchantId: rig.idle.id,
    deploymentIds: operatedOn(rig).map(({ id }) => id),
  };
  const rest = { chains: rig.chains, ledger: stage.ledger, receivers, canary, idle };
  const witnessed = [rig, rig.second].map(({ chain: { id, request }, proxy }) => {
    return { id, request, offered: proxy.feeRule.offered };
  });
  const claims = await readClaims(rig.database.db);
  return gatherEvidence(rig.database.db, witnessed, { ...rest, foreign, claims, leaseEnds });
}

/** Where everything has to come to rest. */
function restingSite({ rig, options }: ChaosRun) {
  const { chain, second, chains, database } = rig;
  const nodes = new Map([chain, second.chain].map(({ id, request }) => [id, request]));
  return { db: database.db, nodes, chains, timeoutMs: options.restSeconds * 1_000 };
}

async function checkAll(evidence: RunEvidence): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const invariant of [...relayInvariants, ...chainInvariants, ...refundInvariants]) {
    findings.push(await check(invariant, evidence));
  }
  const ofAll = [
    ...operatorInvariants,
    ...webhookInvariants,
    ...invoiceInvariants,
    ...shopInvariants,
  ];
  for (const { name, violations } of ofAll) {
    findings.push({ name, violations: await violations(evidence.whole) });
  }
  return findings;
}

/** Each chain has to hold by itself. */
async function check({ name, violations }: Invariant, { ofChains }: RunEvidence): Promise<Finding> {
  const found: string[] = [];
  for (const evidence of ofChains) {
    const [chain] = evidence.chains.all;
    const own = await violations(evidence);
    found.push(...own.map((violation) => `chain ${chain?.id}: ${violation}`));
  }
  return { name, violations: found };
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
