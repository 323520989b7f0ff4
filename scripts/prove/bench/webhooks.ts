import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type BenchStage, openStage, percentile } from "./bench-stage";

const EVENTS = 400;
const PER_SECOND = 20;

/** Notes when each event of a session first arrives. */
async function startReceiver() {
  const received = new Map<string, number>();
  const server = createServer((request, response) => {
    const now = Date.now();
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      response.end();
      const event = JSON.parse(Buffer.concat(chunks).toString()) as { resource: { id: string } };
      if (!received.has(event.resource.id)) received.set(event.resource.id, now);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { received, url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

async function post(stage: BenchStage, path: string, body: unknown): Promise<{ id: string }> {
  const { baseUrl, apiKeys } = stage.demo.info;
  const response = await fetch(baseUrl + path, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKeys.secret}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { id: string };
}

/** A plain POST to the receiver, for comparison. */
async function measurePlain(url: string): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < EVENTS; count += 1) {
    const startedAt = performance.now();
    await fetch(url, {
      method: "POST",
      body: JSON.stringify({ resource: { id: `plain${count}` } }),
    });
    times.push(performance.now() - startedAt);
  }
  return times;
}

const stage = await openStage();
const receiver = await startReceiver();
try {
  await stage.db`update webhook_endpoints set status = 'disabled'`;
  await post(stage, "/v1/webhook-endpoints", {
    url: receiver.url,
    events: ["payment.created"],
    mode: "test",
  });
  const committed = new Map<string, number>();
  for (let count = 0; count < EVENTS; count += 1) {
    const { id } = await post(stage, "/v1/payment-sessions", {
      amount: "1000000",
      currency: "USDC",
    });
    committed.set(id, Date.now());
    await sleep(1_000 / PER_SECOND);
  }
  while ([...committed.keys()].some((id) => !receiver.received.has(id))) await sleep(100);
  // The answer leaves after the commit, so a webhook can be quicker than it.
  const times = [...committed].map(([id, at]) =>
    Math.max(0, (receiver.received.get(id) ?? 0) - at),
  );
  const plain = percentile(await measurePlain(receiver.url), 0.5);
  const p50 = percentile(times, 0.5);
  console.log(
    `commit → webhook received, ${EVENTS} events at ${PER_SECOND}/s: p50 ${p50} ms, p95 ${percentile(times, 0.95)} ms`,
  );
  console.log(
    `p50 : plain POST to the same receiver (${plain.toFixed(1)} ms) = ${(p50 / plain).toFixed(1)}`,
  );
} finally {
  receiver.stop();
  await stage.stop();
}
