import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createDb, type Sql } from "@/db/client";
import { type Env, readEnv } from "@/lib/adapters/env/env";
import { createLogger } from "@/lib/adapters/logger/logger";
import { metrics } from "@/lib/adapters/metrics/metrics";
import { createOutboundHttp } from "@/lib/adapters/outbound-http/outbound-http";
import { newId } from "@/lib/core/ids";
import { alertKinds } from "@/lib/core/operations/alert-kinds";
import { type Finding, fail, ok, raising, unknown, warn } from "@/lib/domain/operations/finding";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { type Receiver, startReceiver, status } from "@/testing/webhook-receiver";
import { alertMail } from "./alert-mail";
import { alertTexts } from "./alert-texts";
import { alertSteps, keepAlerts } from "./keep-alerts";
import { readUnsentAlerts } from "./read-unsent-alerts";

let database: TestDatabase;
let receiver: Receiver;
const pools: Sql[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await startReceiver();
});
beforeEach(async () => {
  await database.db`truncate alerts, mails, admin_users cascade`;
  receiver.received.length = 0;
  receiver.answerWith(status(200));
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })));
  await receiver?.close();
  await database?.drop();
});

const names = Object.values(alertTexts).map(({ check }) => check);
const log = createLogger("silent");

/** What a process says that it found: everything else is as it should be. */
interface Process {
  readonly options: Parameters<typeof alertSteps>[0];
  step(): Promise<void>;
  /** As when it is stopped. */
  leave(): Promise<void>;
  steps(count: number): Promise<void>;
  finds(checks: Record<string, Finding>): void;
}

function openProcess(change: Partial<Env> = {}): Process {
  let found: Record<string, Finding> = {};
  const db = createDb(database.url, { max: 2 });
  pools.push(db);
  const config = {
    APP_URL: "https://pay.example.com",
    ALERT_WEBHOOK_URL: receiver.url,
    ALERT_WEBHOOK_FORMAT: "standard",
    ...change,
  } as const;
  const options = {
    ...{ db, config, log },
    http: createOutboundHttp({ allowLoopback: true, isTrusted: true }),
    readiness: async () => ({
      working: true,
      checks: { ...Object.fromEntries(names.map((name) => [name, ok()])), ...found },
      blocked: { test: [], live: [] },
    }),
  };
  const { step, leave } = alertSteps(options);
  const steps = async (count: number) => {
    for (let made = 0; made < count; made += 1) await step();
  };
  return { options, step, leave, steps, finds: (checks) => (found = checks) };
}

const halted = { indexer: raising("indexer_halted", fail("chain 1 is halted: block 7 is lost")) };

/** What has come, oldest first. */
const told = () =>
  receiver.received.map(({ body }) => {
    const { type, data } = JSON.parse(body);
    return `${type} ${data.kind}`;
  });

/** As if so much time had passed for the stored alerts. */
async function pass(seconds: number): Promise<void> {
  await database.db`
    update alerts set raised_at = raised_at - ${seconds} * interval '1 second',
      seen_at = seen_at - ${seconds} * interval '1 second',
      noticed_at = noticed_at - ${seconds} * interval '1 second',
      next_attempt_at = next_attempt_at - ${seconds} * interval '1 second'`;
}

const HOUR = 3_600;

test("an alert is raised once, repeated after an hour, and over when it is no longer found", async () => {
  const process = openProcess();
  process.finds(halted);
  await process.step();
  expect(told()).toEqual([]);
  await process.steps(5);
  expect(told()).toEqual(["alert.raised indexer_halted"]);
  await pass(HOUR - 60);
  await process.steps(3);
  expect(told()).toHaveLength(1);
  await pass(60);
  await process.steps(3);
  expect(told()).toEqual(["alert.raised indexer_halted", "alert.repeated indexer_halted"]);
  process.finds({});
  await process.steps(3);
  expect(told()).toHaveLength(2);
  await pass(60);
  await process.steps(3);
  expect(told().slice(2)).toEqual(["alert.cleared indexer_halted"]);
  process.finds(halted);
  await process.steps(2);
  expect(told().slice(3)).toEqual(["alert.raised indexer_halted"]);
});

test("looks that found it and looks that did not take turns: it is not raised", async () => {
  const process = openProcess();
  for (const checks of [halted, {}, halted, {}, halted]) {
    process.finds(checks);
    await process.step();
  }
  expect(told()).toEqual([]);
});

test("a check that cannot tell neither raises an alert nor ends it", async () => {
  const process = openProcess();
  process.finds({ indexer: unknown("not known while the database does not answer") });
  await process.steps(3);
  process.finds(halted);
  await process.steps(2);
  process.finds({ indexer: unknown("not known") });
  await process.step();
  await pass(300);
  await process.steps(3);
  expect(told()).toEqual(["alert.raised indexer_halted"]);
});

test("of several processes one tells of it, and none ends what another still finds", async () => {
  const all = Array.from({ length: 3 }, () => openProcess());
  for (const process of all) process.finds(halted);
  const together = (count: number) => Promise.all(all.map((process) => process.steps(count)));
  await together(4);
  expect(told()).toEqual(["alert.raised indexer_halted"]);
  const [first, ...others] = all;
  for (const process of others) process.finds({});
  await pass(300);
  await first?.step();
  await together(3);
  expect(told()).toHaveLength(1);
  first?.finds({});
  await pass(300);
  await together(3);
  expect(told()).toEqual(["alert.raised indexer_halted", "alert.cleared indexer_halted"]);
});

test("while nothing can be stored each process tells of it once, and the end is told by one", async () => {
  const { db } = database;
  const all = [openProcess(), openProcess()];
  const together = (count: number) => Promise.all(all.map((process) => process.steps(count)));
  for (const process of all) process.finds(halted);
  await together(2);
  await db`alter table alerts rename to alerts_away`;
  const readOnly = { writes: raising("database_refuses_writes", fail("it is read-only")) };
  const lost = openProcess();
  for (const process of [...all, lost]) process.finds({ ...halted, ...readOnly });
  receiver.answerWith(status(503));
  await lost.steps(2);
  receiver.answerWith(status(200));
  receiver.received.length = 0;
  await together(4);
  await lost.step();
  // The third process has never read the table, so it tells of the halt as well.
  expect(told().sort()).toEqual([
    ...["alert.raised database_refuses_writes", "alert.raised database_refuses_writes"],
    ...["alert.raised database_refuses_writes", "alert.raised indexer_halted"],
  ]);
  await db`alter table alerts_away rename to alerts`;
  receiver.received.length = 0;
  for (const process of all) process.finds(halted);
  await together(2);
  expect(told()).toEqual([]);
  await pass(60);
  await all[0]?.step();
  await together(2);
  expect(told()).toEqual(["alert.cleared database_refuses_writes"]);
});

test("a process that is stopped once the database is back leaves what it told to the others", async () => {
  const { db } = database;
  const stopped = openProcess();
  const readOnly = { writes: raising("database_refuses_writes", fail("it is read-only")) };
  stopped.finds(readOnly);
  await stopped.steps(3);
  // While nothing can be stored, stopping fails silently and loses nothing.
  await db`alter table alerts rename to alerts_away`;
  await stopped.leave();
  await db`alter table alerts_away rename to alerts`;
  await stopped.leave();
  const next = openProcess();
  await next.step();
  expect(told()).toEqual(["alert.raised database_refuses_writes"]);
  await pass(60);
  await next.steps(2);
  expect(told()).toEqual([
    "alert.raised database_refuses_writes",
    "alert.cleared database_refuses_writes",
  ]);
});

test("a server that stops between two looks leaves what it told", async () => {
  const { options, finds } = openProcess();
  finds({ writes: raising("database_refuses_writes", fail("it is read-only")) });
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const kept = keepAlerts(options);
    while (told().length === 0) {
      vi.advanceTimersByTime(15_000);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await kept.stop();
    expect(await database.db`select kind, cleared_at from alerts`).toEqual([
      { kind: "database_refuses_writes", clearedAt: null },
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test("what says that nothing can be stored is not stored: a statement that hangs could be carried out later", async () => {
  const process = openProcess();
  process.finds({
    ...halted,
    writes: raising("database_refuses_writes", fail("it is read-only")),
  });
  await process.steps(4);
  expect(told().toSorted()).toEqual([
    "alert.raised database_refuses_writes",
    "alert.raised indexer_halted",
  ]);
  expect(await database.db`select from alerts`).toHaveLength(0);
});

test("what the webhook does not take is logged, counted, told by /ready, and sent again under its id", async () => {
  const process = openProcess();
  const failed = () => metrics().alertNotices.family().samples;
  const countOf = (outcome: string) =>
    failed().find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
  const before = countOf("failed");
  receiver.answerWith(status(500));
  process.finds(halted);
  await process.steps(4);
  expect(receiver.received).toHaveLength(1);
  expect(countOf("failed") - before).toBe(1);
  expect(await readUnsentAlerts(database.db)).toMatchObject({ count: 1 });
  await pass(120);
  await process.step();
  expect((await readUnsentAlerts(database.db)).oldestSeconds).toBeGreaterThan(90);
  receiver.answerWith(status(204));
  await pass(60);
  await process.steps(3);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toEqual([ids[0], ids[0], ids[0]]);
  expect(ids[0]).toMatch(/^alt_\w{24}$/);
  expect(await readUnsentAlerts(database.db)).toEqual({ count: 0, oldestSeconds: 0 });
});

test("a notice that took the place of the one under way is sent as well", async () => {
  const process = openProcess();
  process.finds(halted);
  await process.step();
  // While the webhook takes the first notice, another process notes that the alert is over.
  receiver.answerWith((_, response) => {
    receiver.answerWith(status(200));
    void database.db`
      update alerts set notice = 'cleared', notice_id = new_id('alt'), noticed_at = now(),
        cleared_at = now(), next_attempt_at = now() - interval '1 second'`.then(() =>
      response.writeHead(200).end(),
    );
  });
  await process.step();
  process.finds({});
  await process.step();
  expect(told()).toEqual(["alert.raised indexer_halted", "alert.cleared indexer_halted"]);
});

test("what was stored after all while it was told from memory is not sent again", async () => {
  const { db } = database;
  const process = openProcess();
  const readOnly = { writes: raising("database_refuses_writes", fail("it is read-only")) };
  process.finds({ ...halted, ...readOnly });
  await process.steps(3);
  // As a statement that had waited for the database leaves it.
  await db`
    insert into alerts (kind, detail, raised_at, seen_at, notice, notice_id, noticed_at, next_attempt_at)
    values ('indexer_halted', 'late', '2026-01-01', now(), 'raised', new_id('alt'), now(), now())`;
  const stored = () => db`select raised_at, notice_id from alerts where kind = 'indexer_halted'`;
  const before = await stored();
  process.finds(halted);
  await process.steps(3);
  expect(told().toSorted()).toEqual([
    "alert.raised database_refuses_writes",
    "alert.raised indexer_halted",
  ]);
  expect(await stored()).toEqual(before);
});

test("from memory an open alert is told of again after an hour, as still open", async () => {
  const process = openProcess();
  process.finds({ writes: raising("database_refuses_writes", fail("it is read-only")) });
  await process.steps(4);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + HOUR * 1_000 });
  try {
    await process.steps(2);
  } finally {
    vi.useRealTimers();
  }
  expect(told()).toEqual([
    "alert.raised database_refuses_writes",
    "alert.repeated database_refuses_writes",
  ]);
});

test("a notice that is a day old is sent no more", async () => {
  const process = openProcess();
  receiver.answerWith(status(500));
  process.finds(halted);
  await process.steps(2);
  process.finds({});
  await database.db`update alerts set noticed_at = now() - interval '25 hours', next_attempt_at = now() - interval '1 second'`;
  await process.step();
  expect(receiver.received).toHaveLength(1);
  expect(await readUnsentAlerts(database.db)).toMatchObject({ count: 0 });
});

test("active admin users get each notice by email, and emails that fail are told of by the webhook alone", async () => {
  const { db } = database;
  const add = (email: string, rest: object) =>
    db`insert into admin_users ${db({ id: newId("adminUser"), email, role: "read_only", ...rest })}`;
  await add("ada@example.com", { provider: "test", subject: "ada" });
  await add("invited@example.com", {});
  await add("gone@example.com", { provider: "test", subject: "gone", status: "suspended" });
  const process = openProcess();
  process.finds({ ...halted, mail: raising("mail_failing", warn("mails not sent: 2")) });
  await process.steps(3);
  process.finds({});
  await pass(60);
  await process.steps(2);
  const mails = await db<{ recipient: string; kind: string; facts: Record<string, string> }[]>`
    select recipient, kind, facts from mails order by created_at, id`;
  expect(mails.map(({ recipient, kind, facts }) => [recipient, kind, facts.notice])).toEqual([
    ["ada@example.com", alertMail.kind, "raised"],
    ["ada@example.com", alertMail.kind, "cleared"],
  ]);
  expect(told().toSorted()).toEqual([
    ...["alert.cleared indexer_halted", "alert.cleared mail_failing"],
    ...["alert.raised indexer_halted", "alert.raised mail_failing"],
  ]);
});

test("a notice names the alert, its check, the installation and the runbook", async () => {
  const process = openProcess();
  process.finds(halted);
  await process.steps(2);
  const [request] = receiver.received;
  const message = JSON.parse(request?.body ?? "{}");
  expect(message).toEqual({
    id: request?.headers["webhook-id"],
    type: "alert.raised",
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: {
      kind: "indexer_halted",
      check: "indexer",
      summary: "Reading of a chain is halted",
      detail: "chain 1 is halted: block 7 is lost",
      raisedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      installation: "https://pay.example.com",
      runbook: "docs/operations/alerts.md#indexer_halted",
    },
  });
  expect(request?.headers["content-type"]).toBe("application/json");
});

test("Slack gets one text, in which what a check said has no meaning of its own", async () => {
  const process = openProcess({ ALERT_WEBHOOK_FORMAT: "slack" });
  process.finds({ mail: raising("mail_failing", warn("<!channel> & more")) });
  await process.steps(2);
  const { text, ...rest } = JSON.parse(receiver.received[0]?.body ?? "{}");
  expect(rest).toEqual({});
  expect(text).toMatch(
    /^\*Alert: Emails are not sent\* \(mail_failing\)\n&lt;!channel&gt; &amp; more\nhttps:\/\/pay/,
  );
});

test("without a webhook alerts are kept and mailed, and nothing waits to be sent", async () => {
  const process = openProcess({ ALERT_WEBHOOK_URL: undefined });
  process.finds(halted);
  await process.steps(3);
  expect(receiver.received).toEqual([]);
  const rows = await database.db`select kind, notice from alerts`;
  expect(rows).toEqual([{ kind: "indexer_halted", notice: "raised" }]);
  expect(await readUnsentAlerts(database.db)).toMatchObject({ count: 0 });
});

test("several findings of a kind are one alert with both details", async () => {
  const process = openProcess();
  const low = (wallet: string) => raising("relayer_low", warn(`${wallet} is low`));
  process.finds({
    relayer: { ...warn("both"), alerts: [...low("0xa").alerts, ...low("0xb").alerts] },
  });
  await process.steps(2);
  expect(told()).toEqual(["alert.raised relayer_low"]);
  expect(JSON.parse(receiver.received[0]?.body ?? "{}").data.detail).toBe("0xa is low; 0xb is low");
});

test.each<[Record<string, string>, string]>([
  [{ ALERT_WEBHOOK_URL: "ftp://x.example" }, "ALERT_WEBHOOK_URL: an http or https URL"],
  [
    { ALERT_WEBHOOK_URL: "https://me:pw@x.example" },
    "ALERT_WEBHOOK_URL: a URL without a user name or password",
  ],
])("the setting %o is refused with a sentence and without its value", (source, sentence) => {
  expect(() => readEnv(source)).toThrow(sentence);
  expect(() => readEnv(source)).not.toThrow(source.ALERT_WEBHOOK_URL);
});

test("every kind of alert names a check, and has its section in the runbook", async () => {
  const docs = readFileSync("docs/operations/alerts.md", "utf8");
  const missing = alertKinds.filter((kind) => !docs.includes(`\n### ${kind}\n`));
  expect(missing).toEqual([]);
});
