import type { Finding } from "@/chaos/checks/invariant";
import { comeToRest } from "@/chaos/checks/rest";
import { connectApi } from "@/chaos/clients/api";
import { startMerchantWallets } from "@/chaos/clients/merchant-wallets";
import { startDatabaseTrouble, startLeaseTheft } from "@/chaos/faults/database-trouble";
import { startStalls } from "@/chaos/faults/stalls";
import type { LongOptions, Product } from "@/chaos/options";
import { checkerContext } from "@/chaos/rig/checker-context";
import { closeLongRun, endTrouble, type LongRun, openSite, startWork } from "@/chaos/rig/long-run";
import { createRunFolder, removeRunFolder } from "@/chaos/rig/run-folder";
import { chainTime, enrolAll, venueOf } from "./enrol-all";
import { type DayStage, liveDay, liveEve } from "./live-a-day";
import { renewalInvariants } from "./renewal-checks";
import { type RenewalEvidence, readChainCharges, readRenewalRows } from "./renewal-evidence";
import { enoughHappened, printRenewals, untilAttended, untilEnded } from "./renewal-report";
import { stallKeepers } from "./start-keepers";
import { DAY, type Subscriber } from "./subscriber";

/** As long as a keeper's claim holds. */
const LEASE_SECONDS = 61;
/** Longer than any grace period. */
const PAST_GRACE_SECONDS = 4 * DAY;
/** Longer than anybody agreed to. */
const PAST_HORIZON_SECONDS = 30 * DAY;

interface RenewalRun extends LongRun {
  readonly stage: DayStage;
  readonly subscribers: Subscriber[];
}

/**
 * Charges subscriptions day by day while everything goes wrong, lets grace periods and horizons end once nothing does any
 * more, and holds the books against the contract. Prints a report.
 * @returns what was found, an entry for each invariant
 */
export async function runRenewals(options: LongOptions, product: Product): Promise<Finding[]> {
  const folder = createRunFolder();
  const run = await openRun(options, product, folder);
  try {
    const trouble = await liveThroughFaults(run);
    const findings = [trouble.finding];
    if (!isOver(options, findings)) findings.push(...(await comeToTheEnd(run)));
    const evidence = await gather(run);
    for (const { name, violations } of renewalInvariants) {
      findings.push({ name, violations: violations(evidence) });
    }
    findings.push(enoughHappened(run, evidence, trouble));
    await run.supervisor.stop();
    const ended = [...run.supervisor.faults];
    findings.push({ name: "workers end only when they are killed", violations: ended });
    if (!options.quiet)
      printRenewals(options, evidence, { ...run, stalls: trouble.stalls }, findings);
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

async function openRun(
  options: LongOptions,
  product: Product,
  folder: string,
): Promise<RenewalRun> {
  const site = await openSite(options, product, folder);
  const { rig, dice } = site;
  const { database, chain, chains, environment } = rig;
  const ctx = checkerContext(database.db, chains, environment);
  const wallets = startMerchantWallets(chain.id, chain.request);
  const subscribers = await enrolAll(ctx, rig, wallets);
  const work = await startWork(ctx, site, options);
  const stage: DayStage = {
    api: connectApi(work.supervisor),
    wallets,
    db: database.db,
    dice,
    venue: venueOf(rig),
    chainTime: () => chainTime(rig),
    complaints: [],
  };
  return { options, rig, wallets, stage, subscribers, dice, ...work };
}

/** The days on which everything goes wrong; then the faults stop. */
async function liveThroughFaults(run: RenewalRun) {
  const { rig, dice, supervisor, miner, stage, subscribers, options } = run;
  const { db } = rig.database;
  const database = startDatabaseTrouble(rig.database, dice);
  const others = [startLeaseTheft(db, dice), startStalls(supervisor, db, dice)];
  const endClaims = () => miner.passTime(LEASE_SECONDS);
  const violations: string[] = [];
  let stalls = 0;
  for (let day = 0; day <= options.days && violations.length === 0; day += 1) {
    if (day > 0) {
      await liveEve(stage, subscribers, day);
      await miner.passTime(DAY);
      const { chainTime } = stage;
      const [, isStalled] = await Promise.all([
        liveDay(stage, subscribers, day),
        stallKeepers({ supervisor, db, dice, chainTime, endClaims }, day),
      ]);
      if (isStalled) stalls += 1;
    }
    const begunAt = Date.now();
    const limits = { seconds: options.restSeconds, passTime: endClaims };
    violations.push(...(await untilAttended(run.stage, subscribers, limits)));
    const seconds = Math.round((Date.now() - begunAt) / 1_000);
    if (!options.quiet) console.log(`day ${day} was attended to after ${seconds} s`);
  }
  await endTrouble(run, [database, ...others]);
  const name = "what falls due is looked at before the next day begins";
  return { database, stalls, finding: { name, violations } satisfies Finding };
}

/** Without faults: grace periods end, then what everybody agreed to. */
async function comeToTheEnd(run: RenewalRun): Promise<Finding[]> {
  const { rig, miner, stage, subscribers, options } = run;
  const { chain, second, chains, database } = rig;
  const nodes = new Map([chain, second.chain].map(({ id, request }) => [id, request]));
  const site = { db: database.db, nodes, chains, timeoutMs: options.restSeconds * 1_000 };
  const limits = { seconds: options.restSeconds };
  const attended = await untilAttended(stage, subscribers, limits);
  await miner.passTime(PAST_GRACE_SECONDS);
  attended.push(...(await untilAttended(stage, subscribers, limits)));
  await miner.passTime(PAST_HORIZON_SECONDS);
  return [
    { name: "what falls due without faults is looked at", violations: attended },
    {
      name: "everything comes to its end",
      violations: await untilEnded(database.db, options.restSeconds),
    },
    await comeToRest(site, "everything comes to rest"),
  ];
}

async function gather({ rig, subscribers, stage, options }: RenewalRun): Promise<RenewalEvidence> {
  return {
    subscribers,
    days: options.days,
    rows: await readRenewalRows(rig.database.db),
    chain: await readChainCharges(rig.chain.request, stage.venue),
    complaints: stage.complaints,
  };
}
