import type { Finding } from "@/chaos/checks/invariant";
import { comeToRest } from "@/chaos/checks/rest";
import { connectApi } from "@/chaos/clients/api";
import { startMerchantWallets } from "@/chaos/clients/merchant-wallets";
import { startDatabaseTrouble, startLeaseTheft } from "@/chaos/faults/database-trouble";
import { startStalls } from "@/chaos/faults/stalls";
import type { LongOptions, Product } from "@/chaos/options";
import { chainTime, venueOf } from "@/chaos/renewals/enrol-all";
import { account } from "@/chaos/rig/accounts";
import { checkerContext, readSetup } from "@/chaos/rig/checker-context";
import { closeLongRun, endTrouble, type LongRun, openSite, startWork } from "@/chaos/rig/long-run";
import { persistently } from "@/chaos/rig/persistently";
import { createRunFolder, removeRunFolder } from "@/chaos/rig/run-folder";
import type { Address } from "@/lib/core/chain/hex";
import { readDueTreasuries } from "@/lib/domain/agents/treasury/read-due-treasuries";
import { agent, foundTreasuries } from "./found-treasuries";
import { jobInvariants } from "./job-checks";
import { readJobEvidence } from "./job-evidence";
import { enoughHappened, printJobs, untilAllEnded, untilAtRest } from "./job-report";
import { type JobStage, letHeldVendorTake, orderRound } from "./live-a-round";

/** Past the deadline of every job: 14 days, if none are given. */
const PAST_DEADLINE_SECONDS = 15 * 86_400;
/** Longer than the agent waits before it asks again for money that a token refused. */
const PATIENCE_SECONDS = 700;
/** Longer than what a worker took before it died is kept from the others. */
const TAKEN_SECONDS = 21;
/** An order takes more steps than a charge: screening, the merchant's lock, and what the node is asked. */
const LIFE_FACTOR = 4;
/** Between two jumps. */
const TURN_MS = 5_000;
/** For the first reading of the treasuries. */
const READING_MS = 60_000;

interface JobRun extends LongRun {
  readonly stage: JobStage;
}

/**
 * Buys work round by round while everything goes wrong, lets deadlines pass, and holds the books against the escrow and the
 * treasuries. Prints a report.
 * @returns what was found, an entry for each invariant
 */
export async function runJobs(options: LongOptions, product: Product): Promise<Finding[]> {
  const folder = createRunFolder();
  const run = await openRun(options, product, folder);
  try {
    const { trouble, rounds, findings } = await liveThroughFaults(run);
    if (!isOver(options, findings)) findings.push(...(await comeToTheEnd(run)));
    const { rig, stage, supervisor } = run;
    const evidence = await readJobEvidence(rig.database.db, rig.chain.request, stage);
    for (const { name, violations } of jobInvariants) {
      findings.push({ name, violations: violations(evidence) });
    }
    findings.push(enoughHappened(run, evidence, { rounds, ...trouble }));
    await supervisor.stop();
    const ended = [...supervisor.faults];
    findings.push({ name: "workers end only when they are killed", violations: ended });
    if (!options.quiet) printJobs({ ...options, days: rounds }, evidence, run, findings);
    return findings;
  } catch (error) {
    console.error(error);
    throw error;
  } finally {
    await closeLongRun(run);
    if (process.env.STIPEND_CHAOS_KEEP === undefined) removeRunFolder(folder);
  }
}

const isOver = ({ quiet }: LongOptions, findings: readonly Finding[]): boolean =>
  quiet && findings.some(({ violations }) => violations.length > 0);

async function openRun(options: LongOptions, product: Product, folder: string): Promise<JobRun> {
  const opened = await openSite(options, product, folder);
  const environment = { ...opened.rig.environment, AGENT_PRIVATE_KEY: agent.privateKey };
  const rig = { ...opened.rig, environment };
  const { database, chain, chains } = rig;
  const ctx = checkerContext(database.db, chains, environment);
  const founding = startMerchantWallets(chain.id, chain.request);
  const buyers = await foundTreasuries(rig, founding);
  await founding.stop();
  const tokenOwner = account("deployer");
  const senders = [tokenOwner, ...buyers.map(({ owner }) => owner)];
  const nonces = new Map<Address, number>();
  for (const { address } of senders) {
    const sent = await chain.request<string>("eth_getTransactionCount", [address, "latest"]);
    nonces.set(address, Number(sent));
  }
  const wallets = startMerchantWallets(chain.id, chain.request, nonces);
  const { seed } = options;
  const work = await startWork(ctx, { ...opened, rig }, { seed, lifeFactor: LIFE_FACTOR });
  // What the workers have read since may be younger, and stays.
  await readSetup(ctx);
  await persistently(() => readDueTreasuries(ctx, { until: new Date(Date.now() + READING_MS) }));
  const stage: JobStage = {
    api: connectApi(work.supervisor),
    wallets,
    db: database.db,
    dice: opened.dice,
    venue: venueOf(rig),
    buyers,
    tokenOwner,
    acted: new Map(),
    complaints: [],
  };
  return { options, rig, wallets, stage, dice: opened.dice, ...work };
}

/** The rounds in which everything goes wrong, up to the first in which something hangs; then the faults stop. */
async function liveThroughFaults(run: JobRun) {
  const { rig, dice, supervisor, stage, options } = run;
  const { db } = rig.database;
  const database = startDatabaseTrouble(rig.database, dice);
  const others = [startLeaseTheft(db, dice), startStalls(supervisor, db, dice)];
  const violations: string[] = [];
  let round = 0;
  while (round < options.days && violations.length === 0) {
    round += 1;
    const begunAt = Date.now();
    await orderRound(stage, round);
    violations.push(...(await untilResting(run)));
    // The last round's deadlines pass without faults.
    if (round < options.days) violations.push(...(await endRound(run)));
    const seconds = Math.round((Date.now() - begunAt) / 1_000);
    if (!options.quiet) console.log(`round ${round} was attended to after ${seconds} s`);
  }
  await endTrouble(run, [database, ...others]);
  const name = "jobs go on, and end in their time, while everything goes wrong";
  return { trouble: database, rounds: round, findings: [{ name, violations }] as Finding[] };
}

/** All deadlines pass, and the token pays everyone. */
async function endRound(run: JobRun): Promise<string[]> {
  const { stage, options, rig } = run;
  await letHeldVendorTake(stage, true);
  await passTime(run, PAST_DEADLINE_SECONDS);
  const passing = passNowAndThen(run, PATIENCE_SECONDS);
  return untilAllEnded(rig.database.db, options.restSeconds, passing);
}

/** Has every job come to where it stays until its time is over. */
function untilResting(run: JobRun): Promise<string[]> {
  return untilAtRest(run.stage, run.options.restSeconds, passNowAndThen(run, TAKEN_SECONDS));
}

function passNowAndThen(run: JobRun, seconds: number): () => Promise<void> {
  let passedAt = Date.now();
  return async () => {
    if (Date.now() - passedAt < TURN_MS) return;
    passedAt = Date.now();
    await passTime(run, seconds);
  };
}

/** Moves the chain's clock, and sets the one of the business after it. */
async function passTime({ miner, rig }: JobRun, seconds: number): Promise<void> {
  await miner.passTime(seconds);
  const aheadMs = Number(await chainTime(rig)) * 1_000 - Date.now();
  await persistently(
    () => rig.database.db`update business_clock set ahead_ms = ${aheadMs}::bigint`,
  );
}

async function comeToTheEnd(run: JobRun): Promise<Finding[]> {
  const { rig, options } = run;
  const { chain, second, chains, database } = rig;
  const nodes = new Map([chain, second.chain].map(({ id, request }) => [id, request]));
  const site = { db: database.db, nodes, chains, timeoutMs: options.restSeconds * 1_000 };
  const resting = await untilResting(run);
  return [
    { name: "jobs go on without faults", violations: resting },
    { name: "every job comes to its end", violations: await endRound(run) },
    await comeToRest(site, "everything comes to rest"),
  ];
}
