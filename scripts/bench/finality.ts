import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type BenchStage, makePayers, openStage } from "./bench-stage";
import { post, preparePayments } from "./payment-load";
import { percentile } from "./percentile";

/*
 * From the click to each stage of a payment, on a chain like Base: a block each two seconds, safe after
 * 60 and final after 600. The blocks after the payments' own are mined at once: each stands for two seconds.
 */
const BLOCK_MS = 2_000;
const SAFE_BLOCKS = 60;
const FINAL_BLOCKS = 600;
const PAYMENTS = Number(process.env.BENCH_PAYMENTS ?? 60);
const AMOUNT = 1_000_000n;
const EVENTS = ["payment.seen", "payment.completed"];

/** Notes when each event of a session first arrives. */
async function startReceiver() {
  const received = new Map<string, number>();
  const server = createServer((request, response) => {
    const now = performance.now();
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      response.end();
      const { type, resource } = JSON.parse(Buffer.concat(chunks).toString()) as {
        type: string;
        resource: { id: string };
      };
      const key = `${type} ${resource.id}`;
      if (!received.has(key)) received.set(key, now);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { received, url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

/** When each of the sessions was told of, once all were. */
async function told(
  { received }: Awaited<ReturnType<typeof startReceiver>>,
  type: string,
  ids: readonly string[],
): Promise<number[]> {
  while (ids.some((id) => !received.has(`${type} ${id}`))) await sleep(20);
  return ids.map((id) => received.get(`${type} ${id}`) ?? Number.NaN);
}

async function untilSafe({ db }: BenchStage, ids: readonly string[]): Promise<void> {
  for (;;) {
    const rows = await db`
      select from transactions t join chain_cursors c on c.chain_id = t.chain_id
      where t.session_id = any (${[...ids]}) and t.block_number > c.safe_number`;
    if (rows.length === 0) return;
    await sleep(20);
  }
}

const mine = (stage: BenchStage, blocks: number) =>
  stage.rpc.request({ method: "anvil_mine", params: [`0x${blocks.toString(16)}`] });

const line = (name: string, text: string) => console.log(`${name.padEnd(26)}${text}`);
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;

const stage = await openStage(
  { TEST_SAFE_DEPTH: String(SAFE_BLOCKS), LIVE_SAFE_DEPTH: String(SAFE_BLOCKS) },
  { finalityDepth: FINAL_BLOCKS, blockMs: BLOCK_MS },
);
const receiver = await startReceiver();
try {
  await post(stage, "/v1/webhook-endpoints", { url: receiver.url, events: EVENTS, mode: "test" });
  const payers = await makePayers(stage, 20, AMOUNT * BigInt(PAYMENTS));
  const bodies = await preparePayments(stage, payers, { count: PAYMENTS, amount: AMOUNT });
  const ids = bodies.map(({ sessionId }) => String(sessionId));
  const clicked: number[] = [];
  for (const body of bodies) {
    // A payer clicks at any moment of a block's time.
    await sleep(Math.random() * BLOCK_MS * 0.5);
    clicked.push(performance.now());
    await post(stage, "/v1/relay/payments", body);
  }
  const seen = (await told(receiver, "payment.seen", ids)).map((at, i) => at - (clicked[i] ?? 0));
  line(
    "click → payment.seen",
    `p50 ${seconds(percentile(seen, 0.5))}, p95 ${seconds(percentile(seen, 0.95))}`,
  );
  for (const [name, blocks, done] of [
    ["safe", SAFE_BLOCKS, () => untilSafe(stage, ids)],
    ["final, payment.completed", FINAL_BLOCKS, () => told(receiver, "payment.completed", ids)],
  ] as const) {
    await mine(stage, blocks);
    const startedAt = performance.now();
    await done();
    const lag = performance.now() - startedAt;
    line(
      name,
      `${blocks} blocks (${seconds(blocks * BLOCK_MS)}), noticed ${seconds(lag)} after the last`,
    );
  }
} finally {
  receiver.stop();
  await stage.stop();
}
