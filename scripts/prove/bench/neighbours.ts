import { setTimeout as sleep } from "node:timers/promises";
import { readEnv } from "@/lib/adapters/env/env";
import { newId } from "@/lib/core/ids";
import { mintKey } from "@/lib/domain/identity/api-keys/mint-key";
import { type BenchStage, openStage, percentile } from "./bench-stage";

/*
 * What one merchant's 50 invoices at once, over and over, do to another merchant that makes and reads its invoices
 * beside it: the aim is at most twice the time that they take alone.
 */
const PARALLEL = 50;
const PER_SECOND = 20;
const SECONDS = 20;
const ROUNDS = 3;
const MOST_TIMES = 2;

const invoice = JSON.stringify({
  currency: "USDC",
  dueInDays: 14,
  lineItems: [{ description: "Hosting", quantity: 1, unitAmount: "5000000" }],
});

/** A further merchant, registered in the database alone: nothing here is sent to the chain. @returns its key */
async function addQuietMerchant({ db, demo, deployment }: BenchStage): Promise<string> {
  const id = newId("merchant");
  await db`insert into merchants ${db({ id, businessName: "Quiet Books" })}`;
  const owner = `0x${"11".repeat(20)}`;
  const registration = { merchantId: id, mode: "test", deploymentId: deployment.id, owner };
  const onChain = { chainMerchantId: "900000001", payout: `0x${"22".repeat(20)}`, feeBps: 100 };
  await db`insert into merchant_registrations ${db({ ...registration, ...onChain })}`;
  const config = readEnv(demo.settings);
  const scopes = ["invoices_read", "invoices_write"] as const;
  const record = { kind: "secret", name: "bench", merchantId: id, mode: "test", scopes } as const;
  return (await mintKey({ db, config }, record)).key;
}

/** Sends one request. @returns its status and what it took in milliseconds */
async function call(url: string, key: string, body?: string) {
  const sentAt = performance.now();
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const method = body === undefined ? "GET" : "POST";
  const reply = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  await reply.text();
  return { status: reply.status, ms: performance.now() - sentAt };
}

/** Makes and reads invoices in turn, at a fixed rate however slow the answers are. @returns what each took */
async function quietTimes(url: string, key: string): Promise<number[]> {
  const startedAt = performance.now();
  return Promise.all(
    Array.from({ length: SECONDS * PER_SECOND }, async (_, at) => {
      await sleep(startedAt + (at * 1_000) / PER_SECOND - performance.now());
      const { status, ms } = await call(url, key, at % 2 === 0 ? invoice : undefined);
      if (status >= 300) throw new Error(`the quiet merchant was answered with ${status}`);
      return ms;
    }),
  );
}

/** Keeps 50 requests under way until the function returned is called, which tells how often each status came. */
function makeNoise(url: string, key: string): () => Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  let isOver = false;
  const lanes = Array.from({ length: PARALLEL }, async () => {
    while (!isOver) {
      const { status } = await call(url, key, invoice);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(lanes);
    return counts;
  };
}

const stage = await openStage();
try {
  const url = `${stage.demo.info.baseUrl}/v1/invoices`;
  const noisy = stage.demo.info.apiKeys.secret;
  const quiet = await addQuietMerchant(stage);
  await quietTimes(url, quiet);
  const best = { alone: Number.POSITIVE_INFINITY, beside: Number.POSITIVE_INFINITY };
  for (let round = 1; round <= ROUNDS; round += 1) {
    const alone = percentile(await quietTimes(url, quiet), 0.95);
    const stop = makeNoise(url, noisy);
    const beside = percentile(await quietTimes(url, quiet), 0.95);
    const counts = [...(await stop())].map(([status, count]) => `${count} × ${status}`).join(", ");
    console.log(
      `round ${round}  p95 alone ${alone.toFixed(1)} ms, beside ${PARALLEL} at once ${beside.toFixed(1)} ms (${counts})`,
    );
    best.alone = Math.min(best.alone, alone);
    best.beside = Math.min(best.beside, beside);
  }
  const times = best.beside / best.alone;
  console.log(`\nbeside : alone = ${times.toFixed(2)} (aim: at most ${MOST_TIMES})`);
  if (times > MOST_TIMES) process.exitCode = 1;
} finally {
  await stage.stop();
}
