import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SmtpOutcome } from "@/lib/adapters/email/smtp";
import { checkMail } from "@/lib/domain/operations/checks/check-merchants";
import { mailGauges } from "@/lib/domain/operations/mail-gauges";
import type { Sources } from "@/lib/domain/operations/open-sources";
import { reconcile } from "@/lib/domain/operations/reconcile";
import { removeOldRows } from "@/lib/domain/operations/retention/remove-old-rows";
import { readMails } from "@/lib/domain/operations/stored-state";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { beforeStatement } from "@/testing/before-statement";
import { Crash, killedDb } from "@/testing/crashing-db";
import { insertMails } from "@/testing/mails";
import { operate } from "@/testing/operator";
import { startSmtp, type TestSmtp } from "@/testing/smtp-server";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { attemptMail } from "./attempt-mail";
import { claimMails } from "./claim-mails";
import { drainMails } from "./drain-mails";
import { listUnsentMails } from "./list-mails";
import { listRefusedAddresses } from "./mail-addresses";
import { mailScheduleSeconds, secondsToNextMail } from "./mail-schedule";
import { recordMailOutcome } from "./record-mail-outcome";
import { cancelMail, resendMail } from "./repair-mail";
import { sealCode } from "./sealed-code";

let world: WebhookWorld;
let smtp: TestSmtp;

beforeAll(async () => {
  [world, smtp] = await Promise.all([createWebhookWorld(), startSmtp()]);
});
beforeEach(async () => {
  await world.db`truncate mails, outbox`;
  smtp.script({});
  smtp.received.length = 0;
  smtp.connections = 0;
});
afterAll(() => Promise.all([world.stop(), smtp.close()]));

/** A process that has a mail server. */
function sender(change: object = {}): Context<SystemActor> {
  const ctx = world.system();
  const mail = { SMTP_URL: smtp.url, EMAIL_FROM: "Stipend <billing@stipend.example>" };
  return { ...ctx, config: { ...ctx.config, ...mail }, ...change };
}
const soon = () => new Date(Date.now() + 20_000);
const drain = (ctx = sender()) => drainMails(ctx, { until: soon() });
const makeDue = () => world.db`
  update mails set
    next_attempt_at =
      case when state = 'queued' then now() - interval '1 second' else next_attempt_at end,
    lease_until = case when state = 'sending' then now() - interval '1 second' end`;
const stored = () =>
  world.db<{ state: string; attempts: number; failure: string | null }[]>`
    select state, attempts, failure from mails order by recipient`;
const ready = async (config: object = sender().config) =>
  checkMail({ config, mails: () => readMails(world.db) } as unknown as Sources);

test("each mail is sent once, whoever else sends at the same time", async () => {
  const recipients = Array.from(
    { length: 20 },
    (_, n) => `payer${String(n).padStart(2, "0")}@x.example`,
  );
  await insertMails(world, recipients);
  const pools = [world.db, world.otherPool(), world.otherPool()];
  await Promise.all(pools.map((db) => drain(sender({ db }))));
  expect(smtp.received.map(({ to }) => to).sort()).toEqual(recipients);
  expect(await stored()).toEqual(
    recipients.map(() => ({ state: "sent", attempts: 1, failure: null })),
  );
  expect(await drain()).toEqual({ attempts: 0, nextDueInMs: null });
});

test("an answer to what somebody wrote to support goes to them, and to other mails to the sender", async () => {
  await insertMails(world, ["help@stipend.example", "payer@x.example"]);
  const facts = { name: "Ada", email: "ada@x.example", company: null, topic: "sales" };
  await world.db`
    update mails set kind = 'contact_message', merchant_id = null,
      facts = ${world.db.json({ ...facts, message: "What does a million payments cost?" })}
    where recipient = 'help@stipend.example'`;
  await drain();
  const answers = smtp.received.map(({ to, raw }) => [to, /^Reply-To: (.*)\r$/m.exec(raw)?.[1]]);
  expect(answers.toSorted()).toEqual([
    ["help@stipend.example", "ada@x.example"],
    ["payer@x.example", undefined],
  ]);
});

test("a sender that dies at any point sends each mail in the end, and twice only under one Message-ID", async () => {
  let step = 1;
  let doubled = 0;
  for (; ; step += 1) {
    await world.db`truncate mails`;
    smtp.received.length = 0;
    await insertMails(world, ["ada@x.example", "grace@x.example"]);
    const crashed = await drain(sender({ db: killedDb(world.db, step) })).then(
      () => false,
      (error) => error instanceof Crash,
    );
    await makeDue();
    await drain();
    expect((await stored()).map(({ state }) => state)).toEqual(["sent", "sent"]);
    const ids = smtp.received.map(
      ({ to, raw }) => `${to} ${/^Message-ID: (.*)$/im.exec(raw)?.[1]}`,
    );
    expect(new Set(ids).size).toBe(2);
    // A kill is between a mail's last byte and its record at the most: no mail goes three times.
    for (const id of new Set(ids)) expect(ids.filter((one) => one === id).length).toBeLessThan(3);
    doubled += ids.length - 2;
    if (!crashed) break;
  }
  // The claim, the look at each address (its fragment counts as a step), what came of each of the two, the look for
  // more, and when the next is due.
  expect(step).toBe(10);
  // The server had them, and the sender died before it wrote that down: of both mails, and of the second.
  expect(doubled).toBeGreaterThanOrEqual(2);
});

test("a connection that breaks at any step before the last byte leaves nothing there, and the mail goes once", async () => {
  for (const step of ["greeting", "ehlo", "from", "to", "data"] as const) {
    await world.db`truncate mails`;
    smtp.received.length = 0;
    await insertMails(world, ["ada@x.example"]);
    smtp.script({ [step]: "drop" });
    await drain();
    expect([step, await stored(), smtp.received.length]).toMatchObject([
      step,
      [{ state: "queued", attempts: 1 }],
      0,
    ]);
    smtp.script({});
    await makeDue();
    await drain();
    expect([step, smtp.received.length]).toEqual([step, 1]);
  }
});

test("a connection that breaks after the last byte is tried again with the same mail", async () => {
  await insertMails(world, ["ada@x.example"]);
  smtp.script({ end: "drop" });
  await drain();
  expect(await stored()).toEqual([{ state: "queued", attempts: 1, failure: "connection_failed" }]);
  smtp.script({});
  await makeDue();
  await drain();
  // But for the boundaries, and for the token of its link, which is sealed anew.
  const parts = smtp.received.map(({ raw }) =>
    raw
      .replaceAll("=\r\n", "")
      .replace(/-*_NmP-[^"\s]+/g, "boundary")
      .replace(/unsubscribe\/[\w.=-]+/g, "unsubscribe"),
  );
  expect(parts).toHaveLength(2);
  expect(parts[0]).toBe(parts[1]);
});

test("what the server will never take is final, and holds nobody up", async () => {
  await insertMails(world, ["ada@x.example", "gone@x.example", "not an address"]);
  smtp.script({ to: (to) => (to.startsWith("gone") ? "550 5.1.1 no such user" : "250 ok") });
  await drain();
  expect(await stored()).toEqual([
    { state: "sent", attempts: 1, failure: null },
    { state: "refused", attempts: 1, failure: "refused_550" },
    { state: "refused", attempts: 1, failure: "invalid_address" },
  ]);
  await makeDue();
  expect(await drain()).toEqual({ attempts: 0, nextDueInMs: null });
  expect(await ready()).toMatchObject({
    status: "ok",
    detail: expect.stringMatching(/refused_550|invalid_address/),
  });
});

test("a refusal that is cut inside a character is stored", async () => {
  await insertMails(world, ["ada@x.example"]);
  smtp.script({ to: `550 ${"x".repeat(295)}\u{1f600} gone` });
  await drain();
  expect(await stored()).toEqual([{ state: "refused", attempts: 1, failure: "refused_550" }]);
});

test("an attempt whose outcome cannot be written keeps no other mail back, and is made again", async () => {
  const recipients = Array.from({ length: 10 }, (_, n) => `payer${n}@x.example`);
  await insertMails(world, recipients);
  let isAway = true;
  const db = beforeStatement(world.db, "with outcome as", async () => {
    if (isAway) {
      isAway = false;
      throw new Error("the outcome is not written");
    }
  });
  await drain(sender({ db }));
  expect(smtp.received.map(({ to }) => to).sort()).toEqual(recipients);
  const states = new Set((await stored()).map(({ state }) => state));
  expect(states).toEqual(new Set(["sending", "sent"]));
  expect(world.complaints.join()).toContain("an attempt to send a mail failed");
  await makeDue();
  await drain();
  expect((await stored()).map(({ state }) => state)).toEqual(recipients.map(() => "sent"));
});

test("an address that a server refuses for good gets codes alone, until it takes one or an operator allows it", async () => {
  await world.db`truncate mail_refusals`;
  smtp.script({
    to: (to) => (to.toLowerCase().startsWith("gone") ? "550 5.1.1 no such user" : "250 ok"),
  });
  await insertMails(world, ["Gone@x.example"]);
  await drain();
  const asked = smtp.connections;
  const sendTo = async (address: string) => {
    await world.db`truncate mails`;
    await insertMails(world, [address]);
    await drain();
    const [mail] = await stored();
    return `${mail?.state} ${mail?.failure}`;
  };
  expect(await sendTo("gone@X.example")).toBe("withheld address_refused");
  expect(smtp.connections).toBe(asked);
  // A server that dislikes the sender says nothing about the address, and neither does a message that it refuses.
  smtp.script({ to: () => "550 5.7.1 policy" });
  expect(await sendTo("policy@x.example")).toBe("refused refused_550");
  smtp.script({ end: "550 5.6.0 bad content" });
  expect(await sendTo("content@x.example")).toBe("refused refused_550");
  expect(await listRefusedAddresses(world.db, null)).toMatchObject([
    { address: "gone@x.example", failure: "refused_550" },
  ]);

  smtp.script({});
  const allow = ["allow-address", "--address", "GONE@x.example"];
  expect((await operate(sender(), ...allow)).out).toContain("would get mail again");
  expect(await sendTo("gone@x.example")).toBe("withheld address_refused");
  await operate(sender(), ...allow, "--apply", "--reason", "the mailbox was made");
  expect(await sendTo("gone@x.example")).toBe("sent null");

  await world.db`
    insert into mail_refusals (address, failure) values ('back@x.example', 'refused_550')`;
  await world.db`truncate mails`;
  const [id = ""] = await insertMails(world, ["back@x.example"]);
  const expiresAt = new Date(Date.now() + 600_000).toISOString();
  const code = sealCode(sender().config, "back@x.example", "123456");
  await world.db`
    update mails set kind = 'identity_code', merchant_id = null,
      facts = ${world.db.json({ purpose: "sign_in", code, expiresAt })} where id = ${id}`;
  await drain();
  expect(await stored()).toMatchObject([{ state: "sent" }]);
  expect(await listRefusedAddresses(world.db, null)).toEqual([]);
});

test("a server that takes nothing is left alone, and is tried for two days", async () => {
  const recipients = Array.from({ length: 30 }, (_, n) => `payer${n}@x.example`);
  await insertMails(world, recipients);
  smtp.script({ greeting: "421 busy" });
  expect(await drain()).toEqual({ attempts: 8, nextDueInMs: 30_000 });
  expect(smtp.connections).toBe(8);
  await world.db`truncate mails`;
  const [id = ""] = await insertMails(world, ["ada@x.example"]);
  for (const attempt of mailScheduleSeconds.keys()) {
    expect(await stored()).toMatchObject([{ attempts: attempt, state: "queued" }]);
    await makeDue();
    await drain();
  }
  expect(await stored()).toEqual([{ state: "failed", attempts: 9, failure: "server_421" }]);
  expect(await ready()).toMatchObject({
    status: "warn",
    detail: expect.stringContaining("failed"),
  });
  smtp.script({});
  const resend = ["resend-mail", id];
  const dry = await operate(sender(), ...resend);
  expect([dry.code, dry.out]).toEqual([0, expect.stringContaining("server_421")]);
  expect(await stored()).toMatchObject([{ state: "failed" }]);
  await operate(sender(), ...resend, "--apply", "--reason", "the server is back");
  await drain();
  expect(await stored()).toEqual([{ state: "sent", attempts: 1, failure: null }]);
  const again = await operate(sender(), ...resend, "--apply", "--reason", "once more");
  expect(again.out).not.toContain("queued");
  const audit = await world.db`select action, after from audit_log where subject_id = ${id}`;
  expect(audit).toEqual([{ action: "mail.resend", after: { state: "queued" } }]);
});

test("the waits follow the schedule, a fifth up or down", () => {
  for (const [attempts, seconds] of mailScheduleSeconds.entries()) {
    expect(secondsToNextMail(attempts, 0.5)).toBeCloseTo(seconds);
    expect(secondsToNextMail(attempts, 0)).toBeCloseTo(seconds * 0.8);
    expect(secondsToNextMail(attempts, 1)).toBeCloseTo(seconds * 1.2);
  }
  expect(secondsToNextMail(mailScheduleSeconds.length, 0.5)).toBeNull();
});

test("whoever has lost the lease writes nothing down", async () => {
  await insertMails(world, ["ada@x.example"]);
  const room = { room: 1, domain: "x.example" };
  const [slow] = await claimMails(world.db, room);
  expect(await claimMails(world.db, room)).toEqual([]);
  await makeDue();
  const [quick] = await claimMails(world.db, room);
  expect([slow?.fence, quick?.fence]).toEqual([1n, 2n]);
  expect(quick?.messageId).toBe(slow?.messageId);
  if (!slow || !quick) throw new Error("nothing was claimed");
  smtp.script({ to: "550 no" });
  await attemptMail(
    sender(),
    { kind: "inbox", from: { name: null, address: "a@x.example" } },
    slow,
  );
  expect(await stored()).toMatchObject([{ state: "sending" }]);
  await attemptMail(
    sender(),
    { kind: "inbox", from: { name: null, address: "a@x.example" } },
    quick,
  );
  expect(await stored()).toMatchObject([{ state: "sent" }]);
  expect(world.complaints.at(-1)).toContain("lease had run out");
});

test("outcomes that are written together are each their own, and one that cannot be keeps none back", async () => {
  const names = ["a", "b", "c", "d", "e", "f"];
  await insertMails(
    world,
    names.map((name) => `${name}@x.example`),
  );
  const claimed = await claimMails(world.db, { room: 9, domain: "x.example" });
  const outcomes: Record<string, SmtpOutcome> = {
    a: { kind: "accepted", failure: null, response: "250 a" },
    b: { kind: "refused", failure: "rejected", response: "550 b" },
    c: { kind: "deferred", failure: "rejected", response: "450 c" },
    d: { kind: "accepted", failure: null, response: "250 \u0000" },
    e: { kind: "accepted", failure: null, response: "250 e" },
    f: { kind: "accepted", failure: null, response: "250 f" },
  };
  // The first goes alone; the others come while it is under way.
  const recorded = await Promise.allSettled(
    claimed
      .toSorted((one, other) => one.recipient.localeCompare(other.recipient))
      .map((mail) => {
        const outcome = outcomes[mail.recipient.slice(0, 1)];
        if (!outcome) throw new Error("each has one");
        const overtaken = mail.recipient.startsWith("f");
        const held = overtaken ? { ...mail, fence: mail.fence - 1n } : mail;
        return recordMailOutcome(sender(), held, outcome);
      }),
  );
  const states = recorded.map((one) => (one.status === "fulfilled" ? one.value : "failed"));
  expect(states).toEqual(["sent", "refused", "queued", "failed", "sent", "superseded"]);
  const rows = await world.db`
    select state, response, next_attempt_at > now() as waits, closed_at is not null as closed
    from mails order by recipient`;
  expect(rows).toMatchObject([
    { state: "sent", response: "250 a", closed: true },
    { state: "refused", response: "550 b", closed: true },
    { state: "queued", response: "450 c", waits: true, closed: false },
    { state: "sending", response: null, closed: false },
    { state: "sent", response: "250 e", closed: true },
    { state: "sending", response: null, closed: false },
  ]);
});

test("without a mail server mails are kept on the local chain, and withheld elsewhere", async () => {
  const [id = ""] = await insertMails(world, ["ada@x.example"]);
  const bare = world.system();
  const publicly = { ...bare, config: { ...bare.config, TEST_CHAIN: ["base-sepolia"] } };
  await drain(publicly);
  expect(await stored()).toEqual([{ state: "withheld", attempts: 1, failure: "no_smtp_url" }]);
  expect(await ready(publicly.config)).toMatchObject({
    status: "ok",
    detail: "no SMTP_URL is set: nothing is mailed; mails withheld within a day: 1",
  });
  await operate(bare, "resend-mail", id, "--apply", "--reason", "there is one now");
  await drain(bare);
  expect(await stored()).toMatchObject([{ state: "sent" }]);
  expect(await ready(bare.config)).toMatchObject({ detail: expect.stringContaining("/dev/inbox") });
  expect(smtp.received).toEqual([]);
});

test("a mail that cannot be rendered is an error at once, until it is sent or taken back", async () => {
  const [id = "", other = ""] = await insertMails(world, ["ada@x.example", "grace@x.example"]);
  await world.db`update mails set facts = '{}' where id = ${id}`;
  await drain();
  expect(smtp.received.map(({ to }) => to)).toEqual(["grace@x.example"]);
  expect((await operate(sender(), "mails")).out).toContain("not_worded");
  expect(await ready()).toMatchObject({
    status: "fail",
    detail: "mails that cannot be rendered: 1 (the log says why)",
  });
  expect(world.complaints.join()).toContain("a mail could not be worded");
  const gauges = await mailGauges({ mails: () => readMails(world.db) } as unknown as Sources);
  expect(gauges).toContainEqual(["mailsUnworded", 1]);
  const apply = ["--apply", "--reason", "the row was repaired"];
  await operate(sender(), "cancel-mail", id, ...apply);
  expect(await ready()).toMatchObject({ status: "ok" });
  await world.db`
    update mails set facts = (select facts from mails where id = ${other}) where id = ${id}`;
  await operate(sender(), "resend-mail", id, ...apply);
  await drain();
  expect(await stored()).toMatchObject([{ state: "sent" }, { state: "sent" }]);
  expect(await operate(sender(), "cancel-mail", id, ...apply)).toMatchObject({ code: 1 });
  expect(await operate(sender(), "resend-mail", id, ...apply)).toMatchObject({ code: 1 });
});

test("a code that is no longer good is not mailed", async () => {
  await insertMails(world, ["late@x.example", "soon@x.example"], "identity_code");
  const codeUntil = (recipient: string, expiresAt: Date) => world.db`
    update mails set facts = ${world.db.json({ purpose: "sign_in", code: "sealed", expiresAt })}
    where recipient = ${recipient}`;
  await codeUntil("late@x.example", new Date(0));
  await codeUntil("soon@x.example", new Date(Date.now() + 3_600_000));
  await drain();
  expect(await stored()).toEqual([
    { state: "withheld", attempts: 1, failure: "code_expired" },
    { state: "sent", attempts: 1, failure: null },
  ]);
});

test("each kind of mail is defined once, and one of no definition waits until there is one", async () => {
  const kinds = world.system().modules.mails.map(({ kind }) => kind);
  expect(kinds).toEqual([...new Set(kinds)]);
  await insertMails(world, ["ada@x.example"], "of_a_later_version");
  await drain();
  expect(await stored()).toEqual([{ state: "queued", attempts: 1, failure: "not_worded" }]);
  expect(world.complaints.join()).toContain("no mail is called of_a_later_version");
  expect(smtp.received).toEqual([]);
});

test("resend refuses what was sent, waits or must not be sent, and cancel what is being sent", async () => {
  const actor = { kind: "operator", name: "ada", command: "", reason: "why" } as const;
  const ctx = { ...world.system(), actor };
  const [id = ""] = await insertMails(world, ["ada@x.example"]);
  const put = (columns: object) => world.db`update mails set ${world.db({ ...columns })}`;
  const refused = (reason: string) => ({ info: { details: { reason } } });
  await expect(resendMail(ctx, id)).rejects.toMatchObject(refused("not_unsent"));
  await put({ state: "sending", leaseUntil: new Date(Date.now() + 60_000) });
  await expect(resendMail(ctx, id)).rejects.toMatchObject(refused("not_unsent"));
  await expect(cancelMail(ctx, id)).rejects.toMatchObject(refused("not_waiting"));
  await put({ state: "sent", leaseUntil: null, closedAt: new Date() });
  await expect(resendMail(ctx, id)).rejects.toMatchObject(refused("not_unsent"));
  await put({ state: "withheld", failure: "test_mode" });
  await expect(resendMail(ctx, id)).rejects.toMatchObject(refused("test_mode"));
  await expect(cancelMail(ctx, "eml_none")).rejects.toMatchObject({ code: "not_found" });
  expect(await world.db`select id from audit_log where subject_id = ${id}`).toEqual([]);
});

test("a mail that waits is listed, reported, woken again and can be taken back", async () => {
  const [id = "", other = ""] = await insertMails(world, ["ada@x.example", "grace@x.example"]);
  await world.db`update mails set next_attempt_at = now() - interval '10 minutes'`;
  expect(await ready()).toMatchObject({ status: "warn", detail: expect.stringContaining("2") });
  expect(await reconcile(sender())).toBe(1);
  expect(await world.db`select name from outbox`).toEqual([{ name: "mails/work.queued" }]);
  expect((await operate(sender(), "mails")).out).toContain("to grace@x.example");
  const apply = ["--apply", "--reason", "sent by hand"];
  expect((await operate(sender(), "cancel-mail", id)).out).toContain("would not be sent");
  expect((await operate(sender(), "cancel-mail", id, ...apply)).out).toContain("is cancelled");
  expect((await operate(sender(), "resend-mail", other, ...apply)).out).not.toContain("is queued");
  await drain();
  expect(await stored()).toMatchObject([{ state: "cancelled" }, { state: "sent" }]);
  await world.db`
    update mails set created_at = now() - interval '2 hours', state = 'queued', closed_at = null,
      failure = 'deferred_451', next_attempt_at = now() + interval '1 hour'`;
  expect(await ready()).toMatchObject({
    status: "warn",
    detail: expect.stringContaining("deferred_451"),
  });
});

test("the operator's list has what waits, then what was not sent, the last first, and nothing else", async () => {
  const closed = ["refused", "failed", "withheld", "cancelled", "sent"];
  const states = ["queued", "sending", ...closed];
  await insertMails(
    world,
    states.map((state) => `${state}@x.example`),
  );
  for (const [place, state] of states.entries()) {
    const at = new Date(Date.UTC(2026, 0, 1, place));
    const columns = {
      state,
      nextAttemptAt: at,
      leaseUntil: state === "sending" ? at : null,
      closedAt: closed.includes(state) ? at : null,
    };
    await world.db`
      update mails set ${world.db(columns)} where recipient = ${`${state}@x.example`}`;
  }
  const listed = (await listUnsentMails(world.db)).map(({ state }) => state);
  expect(listed).toEqual(["queued", "sending", "cancelled", "withheld", "failed", "refused"]);
});

test("what waits stays; the rest goes after its period", async () => {
  await insertMails(world, ["a@x.example", "b@x.example", "c@x.example"]);
  await world.db`
    update mails set state = 'sent', closed_at = now() - interval '31 days' where recipient <> 'a@x.example'`;
  await world.db`
    update mails set closed_at = now() - interval '29 days' where recipient = 'c@x.example'`;
  await removeOldRows(world.system(), { until: soon() });
  const left = await world.db`select recipient from mails order by 1`;
  expect(left).toEqual([{ recipient: "a@x.example" }, { recipient: "c@x.example" }]);
});
