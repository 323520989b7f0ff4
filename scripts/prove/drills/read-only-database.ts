import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "@/db/client";
import { runWithOptions } from "@/scripts/run/run-with-options";
import { type Receiver, startReceiver } from "@/testing/webhook-receiver";
import { type DrillStage, openDrillStage } from "./drill-stage";

const usage = `npm run drill:read-only-database

Makes the database refuse writes, as one does whose disk is full, and heals it. Ends with 1 unless the alert
database_refuses_writes is sent within two minutes and its end within two minutes of healing, each once, and unless reading
works meanwhile and writing afterwards.`;

const KIND = "database_refuses_writes";
const MOST_MS = 120_000;
/** Longer than two looks: an alert that was sent twice has come by then. */
const QUIET_MS = 35_000;
const POLL_MS = 250;

const tell = (what: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${what}`);
const failures: string[] = [];
const expectThat = (isSo: boolean, what: string) => {
  tell(isSo ? what : `FAILED: ${what}`);
  if (!isSo) failures.push(what);
};

await runWithOptions(usage, {}, async () => {
  const stage = await openDrillStage();
  const receiver = await startReceiver();
  try {
    await drill(stage, receiver);
  } finally {
    await receiver.close();
    await stage.close();
  }
  tell(failures.length === 0 ? "each alert was sent once, and in time" : "FAILED");
  if (failures.length > 0) process.exitCode = 1;
});

async function drill(stage: DrillStage, receiver: Receiver): Promise<void> {
  const server = await stage.startServer({ ...stage.settings, ALERT_WEBHOOK_URL: receiver.url });
  try {
    await rehearse(stage, receiver);
  } finally {
    await server.end("SIGTERM");
  }
}

async function rehearse(stage: DrillStage, receiver: Receiver): Promise<void> {
  const noticesOf = () =>
    receiver.received
      .map(({ body }) => JSON.parse(body) as { type: string; data: { kind: string } })
      .filter(({ data }) => data.kind === KIND)
      .map(({ type }) => type);
  const tells = (type: string) => until(async () => noticesOf().includes(type));
  await until(async () => (await writesCheck(stage)) === "ok");
  expectThat((await create(stage)).status === 201, "before the outage a session is created");

  await refuseWrites(stage.db, true);
  try {
    tell("the database refuses writes");
    const raised = await tells("alert.raised");
    expectThat(raised !== null, `the alert was sent after ${seconds(raised)}`);
    expectThat((await writesCheck(stage)) === "fail", "/ready says that writes fail");
    const [read, written] = [await list(stage), await create(stage)];
    expectThat(read.status === 200, "sessions are listed meanwhile");
    const { error } = (await written.json()) as { error?: { code?: string } };
    expectThat(
      written.status >= 500 && error?.code !== undefined,
      `a creation is refused with the envelope: ${written.status} ${error?.code}`,
    );
    await sleep(QUIET_MS);
  } finally {
    await refuseWrites(stage.db, false);
  }
  tell("the database takes writes again");
  const cleared = await tells("alert.cleared");
  expectThat(cleared !== null, `the end was sent after ${seconds(cleared)}`);
  expectThat((await writesCheck(stage)) === "ok", "/ready says that writes work");
  expectThat((await create(stage)).status === 201, "after the outage a session is created");
  await sleep(QUIET_MS);
  const notices = noticesOf().join(", ");
  expectThat(notices === "alert.raised, alert.cleared", `sent in all: ${notices}`);
}

/** Holds for open connections too: each transaction begins with the setting as it is then. */
async function refuseWrites(db: Sql, isReadOnly: boolean): Promise<void> {
  const value = isReadOnly ? "on" : "off";
  await db.unsafe(`alter system set default_transaction_read_only = ${value}`);
  await db`select pg_reload_conf()`;
}

/** @returns the milliseconds that it took; null where it took longer than two minutes */
async function until(isTime: () => Promise<boolean>): Promise<number | null> {
  const begun = performance.now();
  while (performance.now() - begun < MOST_MS) {
    if (await isTime()) return performance.now() - begun;
    await sleep(POLL_MS);
  }
  return null;
}

function seconds(ms: number | null): string {
  return ms === null ? "more than two minutes" : `${(ms / 1_000).toFixed(0)} s`;
}

async function writesCheck({ baseUrl }: DrillStage): Promise<string | undefined> {
  const answer = await fetch(`${baseUrl}/ready`);
  const { checks } = (await answer.json()) as { checks: Record<string, { status: string }> };
  return checks.writes?.status;
}

function headersOf({ secrets }: DrillStage) {
  const key = secrets.demo.DEMO_SECRET_KEY_TEST;
  return { authorization: `Bearer ${key}`, "content-type": "application/json" };
}

function list(stage: DrillStage): Promise<Response> {
  return fetch(`${stage.baseUrl}/v1/payment-sessions?limit=1`, { headers: headersOf(stage) });
}

function create(stage: DrillStage): Promise<Response> {
  const body = JSON.stringify({ amount: "1000000", currency: "USDC" });
  const headers = headersOf(stage);
  return fetch(`${stage.baseUrl}/v1/payment-sessions`, { method: "POST", headers, body });
}
