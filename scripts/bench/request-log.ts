import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { projectRoot } from "@/scripts/contracts/sources";
import { type BenchStage, openStage } from "./bench-stage";
import { appProcess, postgresCpuMs, postmasterOf, processCpuMs } from "./cpu-time";
import { answerRequests } from "./load";
import { percentile } from "./percentile";

/*
 * What the request log costs: sessions are created on one server whose log is switched on and off in turn, in
 * many short rounds. CPU time is compared, of the app and of Postgres together: it does not depend on what
 * else the machine does, as requests per second do.
 */
const PAIRS = Number(process.env.BENCH_PAIRS ?? 20);
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 2_000);
const WARM_UP_PAIRS = 2;
/** What waits to be logged is written by then, and whatever a round leaves to do is done. */
const REST_MS = 700;
const order = JSON.stringify({ amount: "49000000", currency: "USDC" });

interface Processes {
  readonly app: number;
  readonly postmaster: number;
}

/** CPU milliseconds per request. */
interface Cost {
  readonly app: number;
  readonly postgres: number;
}

const total = ({ app, postgres }: Cost) => app + postgres;

async function countRows({ db }: BenchStage): Promise<number> {
  const [row] = await db<{ count: number }[]>`select count(*)::int as count from request_log`;
  return row?.count ?? 0;
}

/** One round. What it costs ends when nothing more is to be written. */
async function createSessions(stage: BenchStage, { app, postmaster }: Processes): Promise<Cost> {
  const { baseUrl, apiKeys } = stage.demo.info;
  const [appBefore, postgresBefore] = [processCpuMs(app), postgresCpuMs(postmaster)];
  await answerRequests({
    url: `${baseUrl}/v1/payment-sessions`,
    headers: { authorization: `Bearer ${apiKeys.secret}` },
    body: order,
    requests: REQUESTS,
  });
  await sleep(REST_MS);
  return {
    app: (processCpuMs(app) - appBefore) / REQUESTS,
    postgres: (postgresCpuMs(postmaster) - postgresBefore) / REQUESTS,
  };
}

/** A round with the log or without it. @throws Error when the log was not what it should have been */
async function measure(stage: BenchStage, processes: Processes, isOn: boolean): Promise<Cost> {
  const before = await countRows(stage);
  const cost = await createSessions(stage, processes);
  const written = (await countRows(stage)) - before;
  if (written !== (isOn ? REQUESTS : 0)) throw new Error(`${written} requests were logged`);
  process.kill(processes.app, "SIGUSR2");
  await sleep(REST_MS);
  return cost;
}

/** A round of each, and the other one first each time: what grows meanwhile hits both. */
async function measurePair(stage: BenchStage, processes: Processes, isOnFirst: boolean) {
  const first = await measure(stage, processes, isOnFirst);
  const second = await measure(stage, processes, !isOnFirst);
  // The second round left the log as the first one had it, which is where the next pair begins with the other.
  process.kill(processes.app, "SIGUSR2");
  await sleep(REST_MS);
  return isOnFirst ? { on: first, off: second } : { on: second, off: first };
}

const median = (values: readonly number[]) => percentile(values, 0.5);

/** The bounds between which the median of nine in ten samples of the values lies (bootstrap). */
function spread(values: readonly number[]): [low: number, high: number] {
  const medians = Array.from({ length: 2_000 }, () =>
    median(values.map(() => values[Math.floor(Math.random() * values.length)] ?? Number.NaN)),
  );
  return [percentile(medians, 0.05), percentile(medians, 0.95)];
}

const preload = pathToFileURL(join(projectRoot, "scripts/bench/switch-request-log.mjs"));
const stage = await openStage({ NODE_OPTIONS: `--import ${preload.href}` });
try {
  const processes = { app: appProcess(), postmaster: await postmasterOf(stage.db) };
  const pairs: { on: Cost; off: Cost }[] = [];
  for (let pair = -WARM_UP_PAIRS; pair < PAIRS; pair += 1) {
    const costs = await measurePair(stage, processes, pair % 2 === 0);
    if (pair >= 0) pairs.push(costs);
  }
  const of = (side: "on" | "off", part: (cost: Cost) => number) =>
    median(pairs.map((costs) => part(costs[side]))).toFixed(3);
  for (const side of ["on", "off"] as const) {
    console.log(
      `log ${side.padEnd(3)}: ${of(side, total)} ms of CPU per request (app ${of(side, ({ app }) => app)}, Postgres ${of(side, ({ postgres }) => postgres)})`,
    );
  }
  const ratios = pairs.map(({ on, off }) => total(on) / total(off));
  const [low, high] = spread(ratios);
  console.log(
    `with the log a request costs ${median(ratios).toFixed(3)} times as much (${low.toFixed(3)} to ${high.toFixed(3)}, ${PAIRS} pairs of ${REQUESTS})`,
  );
} finally {
  await stage.stop();
}
