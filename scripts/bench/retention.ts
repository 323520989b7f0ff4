import autocannon from "autocannon";
import { createDb } from "@/db/client";
import { readEnv } from "@/lib/adapters/env/env";
import { createLogger } from "@/lib/adapters/logger/logger";
import { removeOldRows } from "@/lib/domain/retention/remove-old-rows";
import { insertOldRows } from "@/testing/old-rows";
import { type BenchStage, openStage } from "./bench-stage";
import { post } from "./payment-load";

/** Each has twelve old rows: events, deliveries, submissions, signed bytes and the rest. */
const PAYMENTS = Number(process.env.BENCH_PAYMENTS ?? 84_000);
const ROUNDS = 4;
const SECONDS = 10;
const RATE = 100;

interface Latency {
  p50: number;
  p97_5: number;
}

/** Opens sessions at a steady rate. */
async function openSessions({ demo }: BenchStage): Promise<Latency> {
  const result = await autocannon({
    url: `${demo.info.baseUrl}/v1/payment-sessions`,
    method: "POST",
    connections: 16,
    duration: SECONDS,
    overallRate: RATE,
    headers: {
      authorization: `Bearer ${demo.info.apiKeys.secret}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ amount: "1000000", currency: "USDC" }),
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error("a session was not opened");
  return result.latency;
}

/** Removes old rows, as the job does, until `work` has ended. */
async function beside<Result>(stage: BenchStage, work: Promise<Result>) {
  const db = createDb(stage.demo.databaseUrl, { max: 2, work: "maintenance" });
  const stopping = new AbortController();
  const until = new Date(Date.now() + 600_000);
  const removing = removeOldRows(
    {
      db,
      config: readEnv(stage.demo.settings),
      chains: { all: [], deployments: [stage.deployment] },
      log: createLogger("warn"),
      actor: { kind: "system" },
      requestId: "bench",
      stopping: stopping.signal,
    },
    { until },
  );
  const result = await work;
  stopping.abort();
  const { removed, more } = await removing;
  await db.end();
  return { result, removed, more };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

async function compare(stage: BenchStage): Promise<void> {
  const alone: Latency[] = [];
  const busy: Latency[] = [];
  let removed = 0;
  await openSessions(stage);
  for (let round = 1; round <= ROUNDS; round += 1) {
    alone.push(await openSessions(stage));
    const outcome = await beside(stage, openSessions(stage));
    busy.push(outcome.result);
    removed += outcome.removed;
    if (!outcome.more) throw new Error("too few rows: the removal ended before the load did");
  }
  for (const at of ["p50", "p97_5"] as const) {
    const [one, other] = [alone, busy].map((all) => median(all.map((latency) => latency[at])));
    console.log(
      `${RATE} sessions/s, ${at}: ${one} ms alone, ${other} ms beside the removal (${((other ?? 0) / (one || 1)).toFixed(2)})`,
    );
  }
  console.log(`${(removed / (ROUNDS * SECONDS)).toFixed(0)} rows removed a second meanwhile`);
}

/** Until nothing is left; returns the seconds. */
async function removeTheRest(stage: BenchStage): Promise<void> {
  const startedAt = performance.now();
  let removed = 0;
  for (let more = true; more; ) {
    const outcome = await beside(stage, new Promise((resolve) => setTimeout(resolve, 10_000)));
    removed += outcome.removed;
    more = outcome.more;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`${removed} more rows removed in ${seconds.toFixed(0)} s`);
}

const stage = await openStage();
try {
  const { id: endpointId = "" } = await post(stage, "/v1/webhook-endpoints", {
    url: stage.demo.info.webhookSinkUrl,
    events: ["payment.completed"],
    mode: "test",
  });
  const merchantId = stage.demo.info.merchant.id;
  const old = { merchantId, endpointId, payments: PAYMENTS, ageDays: 100, prefix: "old" };
  await insertOldRows(stage.db, old);
  await stage.db`vacuum analyze`;
  await compare(stage);
  await removeTheRest(stage);
} finally {
  await stage.stop();
}
