import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import * as metricsRoute from "@/app/metrics/route";
import { createLogger } from "@/lib/adapters/logger/logger";
import { jobPeriodSeconds } from "@/lib/core/operations/job-periods";
import { openSubmissionStates } from "@/lib/core/states";
import { mintKey } from "@/lib/domain/identity/api-keys/mint-key";
import { drainMails } from "@/lib/domain/mails/drain-mails";
import { noteJobRun } from "@/lib/domain/operations/note-job-run";
import { drainWebhooks } from "@/lib/domain/webhooks/deliveries/drain-webhooks";
import { createWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/create-webhook-endpoint";
import { scanChain } from "@/lib/indexer/scan-chain";
import { openRequestLog, type RequestLog } from "@/lib/server/api/request-log";
import { prepareRequests } from "@/lib/server/http/prepare-requests";
import { probes } from "@/lib/server/http/probes";
import { routeTable } from "@/lib/server/http/route-table";
import { exchange } from "@/server";
import { createAgentWorld } from "@/testing/agents";
import { routeFiles } from "@/testing/api/route-files";
import { until } from "@/testing/engine-fixture";
import { type ParsedMetric, parseExposition } from "@/testing/parse-exposition";
import { drain, newPayer, openSession, signRequest, submit } from "@/testing/relay";
import { type Receiver, startReceiver } from "@/testing/webhook-receiver";
import type { World } from "@/testing/world";

const TOKEN = "a-token-of-the-metrics";

let world: World;
let server: Server;
let requestLog: RequestLog;
let receiver: Receiver;
let payerAddress: string;
/** Names no wallet of these tests. */
const screeningList = join(inject("runFolder"), "metrics-screening-list.txt");
writeFileSync(screeningList, `0x${"9".repeat(40)}\n`);
const previousPepper = Buffer.alloc(32, 7).toString("base64");

interface Reply {
  status: number;
  type: string;
  text: string;
}

function get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = send({ host: "127.0.0.1", port, path, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => {
        const type = response.headers["content-type"] ?? "";
        resolve({ status: response.statusCode ?? 0, type, text });
      });
    });
    sent.on("error", reject).end();
  });
}

function useToken(METRICS_TOKEN: string | undefined): void {
  const { log, modules, chains } = world.systemContext();
  globalThis.stipendRuntime = {
    // A pepper of before: rows under it are counted while it is kept.
    config: {
      ...world.config,
      METRICS_TOKEN,
      API_KEY_PEPPER_PREVIOUS: [previousPepper],
      SCREENING_LIST: screeningList,
    },
    log,
    modules,
    db: world.db,
    jobDb: world.db,
    requestLog,
    stopping: new AbortController(),
    chains: async () => chains,
  };
}

/** A payment that is relayed, mined, final, confirmed and told of. */
async function settlePayment(): Promise<void> {
  const ctx = world.systemContext();
  const [chain] = world.chains.all;
  if (!chain) throw new Error("the world has a chain");
  await world.db`update merchants set email = 'owner@aurora.example'`;
  const session = await openSession(world);
  const payer = await newPayer(world);
  payerAddress = payer.address;
  const { id } = await submit(world.merchantContext(), await signRequest(world, payer, session));
  await until(async () => {
    await drain(ctx);
    await world.chain.mine();
    await scanChain(ctx, chain, new Date(Date.now() + 10_000));
    const [row] = await world.db<{ done: boolean }[]>`
      select s.state = 'confirmed' and b.state = 'consumed' as done
      from relay_submissions s join relay_batch_items i on i.submission_id = s.id
      join relay_batches b on b.id = i.batch_id where s.id = ${id}`;
    return row?.done ?? false;
  });
  await drainWebhooks(ctx, { until: new Date(Date.now() + 1_000) });
  await drainMails(ctx, { until: new Date(Date.now() + 1_000) });
}

beforeAll(async () => {
  world = await createAgentWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  requestLog = openRequestLog({ db: world.db, log: createLogger("silent") });
  receiver = await startReceiver();
  const endpoint = {
    url: receiver.url,
    events: ["payment.completed" as const],
    mode: "test" as const,
  };
  const owner = world.merchantContext();
  await createWebhookEndpoint.run(
    owner,
    endpoint,
    await createWebhookEndpoint.prepare(owner, endpoint),
  );
  useToken(TOKEN);
  const find = routeTable([...routeFiles, { path: "/metrics", handlers: { ...metricsRoute } }]);
  prepareRequests(world.config.TRUST_PROXY_HOPS);
  server = createServer(
    exchange(find, async (_request, response) => void response.writeHead(404).end("a page")),
  ).listen(0, "127.0.0.1");
  await settlePayment();
  for (const job of Object.keys(jobPeriodSeconds)) {
    await noteJobRun(
      { db: world.db, log: createLogger("silent") },
      job as keyof typeof jobPeriodSeconds,
    );
  }
  await world.db`
    insert into retention_tasks (name, removed) values ('events', 12)
    on conflict (name) do update set removed = 12`;
});
afterAll(async () => {
  await globalThis.stipendProbes?.end();
  server?.closeAllConnections();
  server?.close();
  await receiver?.close();
  await requestLog?.stop();
  globalThis.stipendRuntime = undefined;
  await world?.stop();
});

async function scrape(): Promise<Map<string, ParsedMetric>> {
  const { status, type, text } = await get("/metrics", { authorization: `Bearer ${TOKEN}` });
  expect([status, type]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  return parseExposition(text);
}

it("shows nothing to those who may not read it", async () => {
  const forwarded = { "x-forwarded-for": "127.0.0.1" };
  const attempts: Record<string, string>[] = [
    forwarded,
    { "x-forwarded-proto": "https" },
    { forwarded: "for=127.0.0.1" },
    { via: "1.1 proxy" },
    { ...forwarded, "x-stipend-local-peer": "local" },
    { ...forwarded, authorization: "Bearer a-token-of-the-metricz" },
    { ...forwarded, authorization: "Bearer " },
    { ...forwarded, authorization: `Basic ${TOKEN}` },
  ];
  for (const headers of attempts) {
    const reply = await get("/metrics", headers);
    expect([reply.status, reply.text.includes("stipend_")]).toEqual([401, false]);
    expect(JSON.parse(reply.text).error.code).toBe("authentication_error");
  }
  expect((await get("/metrics", { ...forwarded, authorization: `Bearer ${TOKEN}` })).status).toBe(
    200,
  );
});

it("is not there for others where no token is set, and there for this machine", async () => {
  useToken(undefined);
  const reply = await get("/metrics", {
    "x-forwarded-for": "127.0.0.1",
    authorization: "Bearer x",
  });
  const local = await get("/metrics");
  useToken(TOKEN);
  expect([reply.status, JSON.parse(reply.text).error.code]).toEqual([404, "not_found"]);
  expect(local.status).toBe(200);
});

it("counts requests by pattern, method and status, whatever was asked for", async () => {
  const { key } = await mintKey(
    { db: world.db, config: world.config },
    { kind: "secret", name: "t", merchantId: world.merchant.id, mode: "test", scopes: [] },
  );
  const before = await scrape();
  const countOf = (found: Map<string, ParsedMetric>, labels: Record<string, string>) =>
    found
      .get("stipend_http_requests_total")
      ?.series.find((series) => JSON.stringify(series.labels) === JSON.stringify(labels))?.value ??
    0;
  await get("/v1/payment-sessions/ps_one", { authorization: `Bearer ${key}` });
  await get("/v1/payment-sessions/ps_two");
  await get("/v1/nothing/0xabc");
  await get("/pay/ps_one");
  await get("/v1/payment-sessions/%E0%A4%A");
  const after = await scrape();
  const rise = (route: string, status: string) => {
    const labels = { route, method: "GET", status };
    return countOf(after, labels) - countOf(before, labels);
  };
  expect([
    rise("/v1/payment-sessions/[id]", "403"),
    rise("/v1/payment-sessions/[id]", "401"),
    rise("/v1/[[...unmatched]]", "404"),
    rise("page", "404"),
    rise("/api/refused/[fault]", "400"),
  ]).toEqual([1, 1, 1, 1, 1]);
});

it("has each metric after traffic, and no address, merchant or path in a label", async () => {
  await get("/ready");
  const found = await scrape();
  const declared = (await probes().families()).map(({ name }) => name);
  expect([...found.keys()].sort()).toEqual(declared.sort());
  const sampleOf = (name: string, labels: Record<string, string>) =>
    found
      .get(name)
      ?.series.find((series) =>
        Object.entries(labels).every(([label, value]) => series.labels[label] === value),
      )?.value;
  const spent = found.get("stipend_relay_gas_spent_total")?.series ?? [];
  expect(spent.map(({ labels }) => Number(labels.wallet)).every((place) => place >= 1)).toBe(true);
  expect(spent[0]?.value).toBeGreaterThan(0);
  expect(sampleOf("stipend_webhook_attempts_total", { outcome: "succeeded" })).toBe(1);
  expect(sampleOf("stipend_screenings_total", { result: "clear" })).toBeGreaterThan(0);
  expect(sampleOf("stipend_rpc_calls_total", { kind: "send", outcome: "ok" })).toBe(1);
  expect(sampleOf("stipend_ready_check", { check: "database" })).toBe(0);
  expect(sampleOf("stipend_mode_settles", { mode: "live" })).toBe(1);
  expect(sampleOf("stipend_book_differences", { chain: "31337" })).toBe(0);
  expect(sampleOf("stipend_retention_removed_rows_total", { kind: "events" })).toBe(12);
  for (const state of openSubmissionStates) {
    expect(sampleOf("stipend_relay_submissions", { state, mode: "test" })).toBe(0);
  }
  const secrets = [world.merchant.id, payerAddress, world.merchant.payout, "/0x"];
  for (const { series } of found.values()) {
    for (const { name, labels } of series) {
      const values = JSON.stringify(labels);
      expect(values, name).not.toMatch(/0x[0-9a-fA-F]{8}|(mer|ps|evt|rs)_[0-9a-z]{8}|\/\//);
      for (const secret of secrets) expect(values).not.toContain(secret);
    }
  }
});

it("says what could be read while a table is locked", async () => {
  const { db } = world;
  let release = () => {};
  const held = db.begin(async (tx) => {
    await tx`lock table outbox, webhook_dispatches in access exclusive mode`;
    await new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  const names = ["stipend_relay_nonces", "stipend_outbox_unsent", "stipend_webhooks_due"];
  const found = async () => {
    const metrics = await scrape();
    return names.filter((name) => metrics.has(name));
  };
  await expect.poll(found, { timeout: 60_000 }).toEqual(["stipend_relay_nonces"]);
  release();
  await held;
});

/** The metrics that a PromQL expression names. */
function metricsIn(expression: string): string[] {
  return [...expression.matchAll(/\b(?:stipend|process|nodejs)_\w+/g)].map(([name]) => name);
}

const base = (name: string) => name.replace(/_(?:bucket|sum|count)$/, "");

it("is documented, metric by metric, and alerts name what there is", async () => {
  const declared = (await probes().families()).map(({ name }) => name).sort();
  const [, section = ""] = readFileSync("docs/operations/monitoring.md", "utf8").split(
    "\n## Metrics\n",
  );
  const [text = ""] = section.split("\n## Application log\n");
  const rows = [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual(declared);
  const expressions = [...text.matchAll(/expr: (.*)/g)].map(([, expression = ""]) => expression);
  expect(expressions.length).toBeGreaterThan(5);
  for (const expression of expressions) {
    expect(metricsIn(expression).length, expression).toBeGreaterThan(0);
    expect(declared).toEqual(expect.arrayContaining(metricsIn(expression).map(base)));
  }
});

it("is on the dashboard, which asks for nothing that there is not", async () => {
  const declared = (await probes().families()).map(({ name }) => name).sort();
  const dashboard = JSON.parse(readFileSync("docs/grafana-dashboard.json", "utf8")) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const expressions = dashboard.panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr }) => expr),
  );
  const shown = new Set(expressions.flatMap(metricsIn).map(base));
  expect([...shown].sort()).toEqual(declared);
});
