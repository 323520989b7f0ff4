import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { transaction } from "@/db/client";
import { numberEvents } from "@/lib/domain/platform/events/number-events";
import { recordEvent } from "@/lib/domain/platform/events/record-event";
import { buildCli } from "@/scripts/build/cli/build-cli";
import { verifyWebhook } from "@/sdk/src/webhooks";
import { type ApiMerchant, type ApiTarget, openApiTarget } from "@/testing/api/api-target";
import { startCli } from "@/testing/cli-process";
import { type Receiver, startReceiver, status } from "@/testing/webhook-receiver";

let target: ApiTarget;
let merchant: ApiMerchant;
let receiver: Receiver;
let program: string;
const events: string[] = [];

beforeAll(async () => {
  target = await openApiTarget();
  merchant = await target.addMerchant();
  receiver = await startReceiver(status(204));
  program = join(inject("runFolder"), "command-line.mjs");
  await buildCli(program);
  const types = ["payment.created", "payment.completed", "refund.created"] as const;
  for (const [at, type] of types.entries()) {
    events.push(await emit(merchant.id, type, `ps_${at === 2 ? "b" : "a"}`));
  }
  await emit((await target.addMerchant()).id, "payment.created", "ps_a");
  await numberEvents({ db: target.db });
});
afterAll(async () => {
  await receiver.close();
  await target.close();
});

const emit = (
  merchantId: string,
  type: "payment.created" | "payment.completed" | "refund.created",
  id: string,
) =>
  transaction(target.db, (tx) =>
    recordEvent(tx, {
      merchantId,
      mode: "test",
      type,
      resource: { type: "payment_session", id },
      object: { note: "é" },
    }),
  );

/** Runs the built command line with a key of the merchant's. */
async function stipend(words: readonly string[], env: Record<string, string> = {}) {
  const cli = startCli(program, words, {
    STIPEND_URL: await target.baseUrl(),
    STIPEND_API_KEY: merchant.keys.test,
    STIPEND_STATE_DIR: join(inject("runFolder"), "command-line"),
    ...env,
  });
  const code = await cli.ended;
  const output = cli.output();
  expect(output).not.toContain(env.STIPEND_API_KEY ?? merchant.keys.test);
  return { code, output, lines: output.trimEnd().split("\n") };
}

test("events list shows the merchant's own events, newest first, and those that are asked for", async () => {
  const all = await stipend(["events", "list"]);
  expect(all).toMatchObject({ code: 0 });
  expect(all.lines.map((line) => line.split(/\s+/).slice(1))).toEqual([
    ["3", "refund.created", "ps_b", events[2]],
    ["2", "payment.completed", "ps_a", events[1]],
    ["1", "payment.created", "ps_a", events[0]],
  ]);
  expect((await stipend(["events", "list", "--limit", "1"])).lines).toEqual([all.lines[0]]);
  expect((await stipend(["events", "list", "--resource", "ps_a"])).lines).toEqual(
    all.lines.slice(1),
  );
  const typed = await stipend(["events", "list", "--events", "payment.created", "--json"]);
  expect(typed.lines.map((line) => JSON.parse(line))).toMatchObject([
    { id: events[0], position: 1, data: { object: { note: "é" } } },
  ]);
});

test("what cannot be understood is refused with its reason, and 2", async () => {
  const refused: [string[], string][] = [
    [["events", "list", "--limit", "0"], "--limit is 1 to 1000"],
    [["events", "list", "--events", "payment.creatd"], "payment.creatd"],
    [["events", "resend"], "Which events?"],
    [["events", "resend", "3-1", "--forward-to", "1"], "“3-1” is no position"],
    [["events", "resend", "1"], "Either --forward-to or --endpoint is required"],
    [["events", "resend", "1", "2", "--endpoint", "we_x"], "one replay at a time"],
    [["event", "list"], "There is no command “event list”"],
  ];
  for (const [words, says] of refused) {
    const { code, output } = await stipend(words);
    expect([code, output], words.join(" ")).toEqual([2, expect.stringContaining(says)]);
  }
  expect(receiver.received).toEqual([]);
});

test("events resend sends the events again with their bytes, signed with the given secret", async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const words = ["events", "resend", "1", "3", "--forward-to", receiver.url, "--secret", secret];
  const { code, output } = await stipend(words);
  expect([code, output]).toEqual([0, expect.stringContaining("204")]);
  expect(output).not.toContain(secret);
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([
    events[0],
    events[2],
  ]);
  for (const { body, headers } of receiver.received) {
    expect(await verifyWebhook({ payload: body, headers, secret })).toMatchObject({
      id: headers["webhook-id"],
    });
  }
  receiver.answerWith((_, response) => {
    const isFirst = receiver.received.length === 3;
    response.writeHead(isFirst ? 401 : 204).end();
  });
  const refused = await stipend(words);
  receiver.answerWith(status(204));
  expect(refused.code).toBe(1);
  expect(refused.lines.at(-1)).toBe("Not accepted: 1 of 2");
  expect(receiver.received).toHaveLength(4);
  const none = await stipend(["events", "resend", "9", "--forward-to", receiver.url]);
  expect([none.code, none.output]).toEqual([1, expect.stringContaining("There is no such event")]);
});

test("events resend gives a range to one of the merchant's endpoints", async () => {
  const made = await target.send({
    method: "POST",
    path: "/v1/webhook-endpoints",
    headers: { authorization: `Bearer ${merchant.keys.test}` },
    body: { url: receiver.url, events: ["refund.created"], mode: "test" },
  });
  const id = String(made.body.id);
  const { code, output } = await stipend(["events", "resend", "1-3", "--endpoint", id]);
  expect([code, output]).toEqual([0, expect.stringMatching(/^whr_\w+ sends 3 events to we_/)]);
  const foreign = await stipend(["events", "resend", "1-3", "--endpoint", "we_unknown"]);
  expect(foreign.code).toBe(1);
  const replays = await target.db`
    select from_position, to_position from webhook_replays where merchant_id = ${merchant.id}`;
  expect(replays).toHaveLength(1);
});

test("doctor tells of each part, and of what is broken with what to do about it", async () => {
  const { output } = await stipend(["doctor"]);
  expect(output).toMatch(/^http:\S+, with a key sk_test_…$/m);
  expect(output).toMatch(/^ok {4}server {5}Stipend \S+ answers$/m);
  expect(output).toMatch(/^ok {4}clock {6}this machine's clock is 0 s/m);
  expect(output).toMatch(/^ok {4}key {8}it is valid, in test mode$/m);
  expect(output).toMatch(/^ok {4}stream {5}it begins after \d+ ms$/m);
  expect(output).toMatch(/endpoints {2}we_\w+ http/);

  const { key } = await target.mint(merchant.id, "test", ["sessions_read"]);
  const poor = await stipend(["doctor"], { STIPEND_API_KEY: key });
  expect(poor.code).toBe(1);
  expect(poor.output).toMatch(/FAIL {2}key [^\n]+\n +→ Make a key with the scope webhooks_read/);

  await target.db`
    insert into event_streams (id, caller, merchant_id, expires_at)
    select 'doctor ' || n, 'another ' || n, ${merchant.id}, now() + interval '1 minute'
    from generate_series(1, 20) n`;
  const busy = await stipend(["doctor"]);
  await target.db`delete from event_streams where id like 'doctor %'`;
  expect(busy.code).toBe(1);
  expect(busy.output).toMatch(
    /FAIL {2}stream {5}A key or a person can have at most 4 event streams/,
  );
  expect(busy.output).not.toContain("unbuffered");

  const closed = await startReceiver();
  await closed.close();
  const nowhere = await stipend(["doctor"], { STIPEND_URL: closed.url });
  expect(nowhere.code).toBe(1);
  expect(nowhere.lines.slice(1)).toEqual([
    `FAIL  server     ${new URL(closed.url).origin} does not answer (ECONNREFUSED)`,
    expect.stringContaining("→ Is the address right"),
  ]);
});
