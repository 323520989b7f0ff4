import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { mailText } from "@/lib/adapters/email/mail-content";
import { mailHtml } from "@/lib/adapters/email/mail-html";
import { seal } from "@/lib/adapters/sealing/seal";
import { notificationKinds, notificationTitles } from "@/lib/core/insight/notification-kinds";
import { type EmailPrefs, emailPrefKinds, type MailTopic } from "@/lib/core/mails/mail-kinds";
import { modes } from "@/lib/core/modes";
import { queuePaymentMails } from "@/lib/domain/payments/settlements/payment-mails";
import { localPeerHeader, stampedLocalPeer } from "@/lib/server/http/client-address";
import { readInbox, readInboxMail, showInboxMail } from "@/lib/server/pages/dev-inbox";
import { changeMailPreference, showMailPreference } from "@/lib/server/pages/mail-preference";
import { insertPayment, type PaidSession } from "@/testing/mails";
import { type Receiver, startReceiver, status } from "@/testing/webhook-receiver";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import type { StoredMail } from "./mail";
import { withholdReason } from "./mail-addresses";
import { readUnsubscribeToken, unsubscribeUrl } from "./unsubscribe-link";
import { wordMail } from "./word-mail";

let world: WebhookWorld;
let receiver: Receiver;

beforeAll(async () => {
  [world, receiver] = await Promise.all([createWebhookWorld(), startReceiver(status(500))]);
  const { config, log, modules, chains } = world.system();
  globalThis.stipendRuntime = {
    config,
    log,
    modules,
    db: world.db,
    jobDb: world.db,
    stopping: new AbortController(),
    chains: async () => chains,
  };
});
beforeEach(() => world.db`truncate mails, outbox`);
afterAll(async () => {
  globalThis.stipendRuntime = undefined;
  await receiver.close();
  await world.stop();
});

type Row = StoredMail & { state: string; failure: string | null; dedupeKey: string };
const stored = () => world.db<Row[]>`select * from mails order by kind desc, created_at`;
const setMerchant = (columns: object) =>
  world.db`update merchants set ${world.db({ ...columns })} where id = ${world.merchantId}`;
const queue = (ids: string[]) => transaction(world.db, (tx) => queuePaymentMails(tx, ids));

async function pay(paid: PaidSession) {
  const { transactionId, sessionId } = await insertPayment(world, world.merchantId, paid);
  await queue([transactionId]);
  return { transactionId, sessionId };
}

const paidSession = fc.record<PaidSession & { email: string | null; wanted: boolean }>({
  mode: fc.constantFrom(...modes),
  chainId: fc.constantFrom(31337, 8453),
  receipt: fc.option(fc.record({ email: fc.constant("ada@x.example"), isPayers: fc.boolean() })),
  email: fc.option(fc.constant("owner@aurora.example")),
  wanted: fc.boolean(),
});

test("who is mailed of a payment follows from mode, chain, wallet and preference alone", async () => {
  await fc.assert(
    fc.asyncProperty(paidSession, async ({ email, wanted, ...paid }) => {
      await world.db`truncate mails, outbox`;
      const emailPrefs = { paymentReceived: wanted, subscriptionCharged: true };
      await setMerchant({ email, emailPrefs });
      const { transactionId, sessionId } = await pay(paid);
      await queue([transactionId]);
      const withheld = paid.mode === "test" && paid.chainId !== 31337;
      const expected = [
        ...(email !== null && wanted ? [["payment_received", email, "queued"]] : []),
        ...(paid.receipt?.isPayers
          ? [["payment_receipt", paid.receipt.email, withheld ? "withheld" : "queued"]]
          : []),
      ];
      const mails = await stored();
      expect(mails.map(({ kind, recipient, state }) => [kind, recipient, state])).toEqual(expected);
      for (const mail of mails) {
        expect(mail).toMatchObject({ merchantId: world.merchantId, mode: paid.mode });
        expect(mail.dedupeKey).toBe(`${mail.kind}:${sessionId}`);
        expect(mail.failure).toBe(mail.state === "withheld" ? "test_mode" : null);
      }
      const woken = await world.db`select name from outbox`;
      expect(woken.length).toBe(expected.some(([, , state]) => state === "queued") ? 1 : 0);
    }),
    { numRuns: 30 },
  );
  await setMerchant({ email: "owner@aurora.example", emailPrefs: { paymentReceived: true } });
});

test("a payment that is rolled back mails nobody", async () => {
  const { transactionId } = await insertPayment(world, world.merchantId, {});
  const failing = transaction(world.db, async (tx) => {
    await queuePaymentMails(tx, [transactionId]);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await stored()).toEqual([]);
});

test("a receipt says what was paid, in the token's units, to whom, where, and that it is final", async () => {
  const receipt = { email: "ada@x.example", isPayers: true };
  const { sessionId } = await pay({ mode: "live", receipt, description: "Two coffees" });
  const [received, sent] = await stored();
  if (!received || !sent) throw new Error("two mails were expected");
  const mail = wordMail(world.system(), sent);
  expect(mail).toMatchObject({
    lang: "en",
    subject: "Receipt: 1,234.50\u00a0USDC to Aurora Coffee",
    notice: null,
    unsubscribe: { label: "Email preferences" },
    button: { url: `http://localhost:3000/pay/${sessionId}` },
  });
  expect(Object.fromEntries(mail.facts)).toMatchObject({
    Amount: "1,234.50\u00a0USDC",
    Description: "Two coffees",
    Date: "January 2, 2026 at 3:04 AM UTC",
    "Receipt number": sessionId,
    "Paid by": `0x${"5".repeat(40)}`,
  });
  expect(mail.paragraphs.join()).toContain("is final");
  const merchants = wordMail(world.system(), received);
  expect(Object.fromEntries(merchants.facts)).toMatchObject({
    Fee: "12.345\u00a0USDC",
    "You get": "1,222.155\u00a0USDC",
  });
  expect(merchants.unsubscribe?.url).toContain("/api/mail/unsubscribe/");
});

test("a mail about a test payment says so", async () => {
  await pay({});
  const [mail] = await stored();
  if (!mail) throw new Error("a mail was expected");
  expect(mailText(wordMail(world.system(), mail))).toContain("no real money moved");
});

const markup = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "<img src=x onerror=alert(1)>",
        "</td>",
        '"',
        "'",
        "&lt;",
        "<!--",
        "{amount}",
      ),
      fc.constantFrom("\u202e", "\r\n", "-- \n", "$&"),
      fc.string({ maxLength: 6, unit: "grapheme" }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => `a${parts.join("")}`);

/** A digest of nothing but an unusual figure. */
const digestWith = (text: string) => ({
  day: "2026-01-02",
  mode: "test",
  currencies: [],
  renewals: { days: 7, complete: true, currencies: [] },
  runway: { liquidCents: null, reserveCents: "100000", isBelow: false, days: null },
  anomalies: [{ text }],
});

/** Each kind of mail there is, with facts for all of them. */
const wordEach = (mail: StoredMail, businessName: string, description: string) =>
  world.system().modules.mails.map(({ kind }) =>
    wordMail(world.system(), {
      ...mail,
      kind,
      facts: {
        ...mail.facts,
        ...{ businessName, description, endpointId: "we_1", destination: "a.example" },
        ...{ failingSince: "2026-01-02T03:04:05Z", failedEvents: 3, disabledReason: "failing" },
        ...{ publicId: "a".repeat(22), number: 7, total: "1", dueAt: "2026-01-02T03:04:05Z" },
        customerName: description,
        ...{ at: "2026-01-02T03:04:05Z", refundId: "re_1", transactionId: "txn_1" },
        ...{ isSale: true, productId: "prod_1", product: description },
        ...{ planId: "plan_1", planName: description, subscriptionId: "sub_1", planActive: true },
        ...{ intervalSeconds: 2_592_000, status: "active", cap: "12", missing: "7" },
        ...{ nextChargeAt: "2026-01-02T03:04:05Z", endAt: null, paidUntil: null, paidAt: null },
        ...{ graceEndsAt: null, chargeAmount: "1", inFlight: true },
        endsAt: "2026-01-02T03:04:05Z",
        ...{ purpose: "sign_in", code: "sealed", expiresAt: "2026-01-02T03:04:05Z" },
        ...{ name: description, prefix: "sk_test_8fK2", last4: "LcW5", byKey: true },
        ...{ url: description || "-", source: "content", endedKey: true },
        ended: { keys: 1, endpoints: 2, replays: 3 },
        ...{ wallet: `0x${"5".repeat(40)}`, resourceId: "txn_1", decision: "refunded" },
        ...{ email: "ada@x.example", company: description, topic: "sales" },
        message: description.replaceAll("\n", " "),
        ...{ role: "admin", tier: "growth", title: description },
        body: description.replaceAll("\n", " "),
        ...{ broadcastId: "bc_1", merchantId: "mer_1" },
        ...{ kind: "indexer_halted", notice: "raised", raisedAt: "2026-01-02T03:04:05Z" },
        detail: description.replaceAll("\n", " "),
        ...{ before: `0x${"6".repeat(40)}`, after: `0x${"7".repeat(40)}` },
        template: "About {{plan_name}} of {{business_name}}",
        digest: { ...digestWith(description.replaceAll("\n", " ")), mode: mail.mode },
        ...{ jobId: "job_1", vendor: `0x${"8".repeat(40)}`, submitBy: "2026-01-02T03:04:05Z" },
        ...{ change: "totp_enabled", userAgent: description, addressPrefix: "192.0.2.0/24" },
      },
    }),
  );

test("names and descriptions are text in a mail, whatever they hold, and nothing is fetched", async () => {
  await pay({ receipt: { email: "ada@x.example", isPayers: true } });
  const [received, receipt] = await stored();
  if (!received || !receipt) throw new Error("two mails were expected");
  const elements = (html: string) =>
    html.match(/<\/?[a-z][^>]*>/gi)?.map((tag) => tag.split(/[ >]/)[0]);
  const withDescription = (businessName: string, description: string) =>
    wordEach(receipt, businessName, description);
  const plain = await Promise.all(withDescription("Aurora", "Coffee").map(mailHtml));
  for (const html of plain) expect(html).toMatch(/^<!DOCTYPE html PUBLIC [^>]+><html lang=/);
  const texts = withDescription("Aurora", "Coffee").map(mailText);
  const switchable = texts.filter((text) => text.includes("notifications are on"));
  expect(switchable.length).toBeGreaterThan(1);
  for (const text of switchable) expect(text).toContain("/api/mail/unsubscribe/");
  for (const page of plain) {
    expect(page).not.toMatch(/<(?:img|script|link|iframe)|src=|url\(|@import|@font-face/i);
  }
  await fc.assert(
    fc.asyncProperty(markup, markup, async (businessName, description) => {
      const contents = withDescription(businessName, description);
      const html = await Promise.all(contents.map(mailHtml));
      expect(html.map(elements)).toEqual(plain.map(elements));
      for (const [index, page] of html.entries()) {
        expect(page.match(/<html lang="en">/g)).toHaveLength(1);
        expect(page.match(/class="button"/g)).toHaveLength(1);
        const { subject, button } = contents[index] ?? {};
        expect(subject).not.toMatch(/[\p{Cc}\u202e]/u);
        expect(page.split(`>${button?.url.replaceAll("&", "&amp;")}<`).length).toBe(2);
      }
      for (const content of contents) {
        const lines = mailText(content).split("\n");
        expect(lines.filter((line) => line === "-- ")).toHaveLength(1);
        expect(lines).toContain(content.button.url);
      }
    }),
    { numRuns: 12 },
  );
});

test("a mail to a merchant leads to a page of the dashboard in the mail's mode", async () => {
  await pay({ receipt: { email: "ada@x.example", isPayers: true } });
  const mail = (await stored()).find(({ kind }) => kind === "payment_receipt");
  if (!mail) throw new Error("a mail was expected");
  const { mails } = world.system().modules;
  const led = new Set<string>();
  for (const mode of modes) {
    for (const [index, { button }] of wordEach({ ...mail, mode }, "Aurora", "Coffee").entries()) {
      const { pathname, searchParams } = new URL(button.url);
      if (!pathname.startsWith("/dashboard/")) continue;
      const kind = mails[index]?.kind ?? "";
      led.add(kind);
      if (kind === "agent_job_approval") expect(pathname).toMatch(/^\/dashboard\/agent\/jobs\//);
      const expected = kind === "live_mode_unlocked" ? "live" : mode;
      expect([kind, searchParams.getAll("mode")]).toEqual([kind, [expected]]);
    }
  }
  for (const kind of ["agent_job_approval", "refund_waiting", "invoice_undelivered"]) {
    expect(led).toContain(kind);
  }
  // An account is in no mode.
  const security = mails.findIndex(({ kind }) => kind === "identity_security");
  const ofAccount = wordEach({ ...mail, merchantId: null }, "Aurora", "Coffee")[security];
  expect(ofAccount?.button.url).toBe("http://localhost:3000/dashboard/settings/security");
});

async function endpointFails(since: string, failedEvents: number): Promise<string> {
  await world.db`truncate webhook_endpoints, webhook_dispatches, webhook_deliveries, events cascade`;
  const { id } = await world.addEndpoint({ url: `${receiver.url}/hook?token=s3cret` });
  await world.db`
    update webhook_endpoints set failing_since = now() - ${since}::interval,
      failed_events = ${failedEvents} where id = ${id}`;
  await world.emit();
  await world.emit();
  await world.drain();
  return id;
}

test("an endpoint that has failed for an hour is told of once; one that just fails is not", async () => {
  await endpointFails("59 minutes", 3);
  expect(await stored()).toEqual([]);
  const id = await endpointFails("61 minutes", 3);
  const mails = await stored();
  expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ["webhook_endpoint_failing", "owner@aurora.example"],
  ]);
  const [mail] = mails;
  if (!mail) throw new Error("a mail was expected");
  const text = mailText(wordMail(world.system(), mail));
  expect(text).toContain(id);
  expect(text).toContain(new URL(receiver.url).host);
  expect(text).not.toContain("s3cret");
  expect(text).toContain("test mode");
});

test("an endpoint that is disabled for failing is told of, and so is one that is gone", async () => {
  await endpointFails("73 hours", 10);
  const kinds = async () => (await stored()).map(({ kind, facts }) => [kind, facts.disabledReason]);
  expect(await kinds()).toEqual([["webhook_endpoint_disabled", "failing"]]);
  await world.db`truncate mails`;
  receiver.answerWith(status(410));
  await endpointFails("1 minute", 0);
  expect(await kinds()).toEqual([["webhook_endpoint_disabled", "gone_410"]]);
  const [mail] = await stored();
  expect(mail && mailText(wordMail(world.system(), mail))).toContain("410 Gone");
  receiver.answerWith(status(500));
});

test("a link in a mail ends mails of its kind with one POST, and looking at it changes nothing", async () => {
  const wanted = async () => {
    const [row] = await world.db<{ emailPrefs: EmailPrefs }[]>`
      select email_prefs from merchants where id = ${world.merchantId}`;
    return row?.emailPrefs;
  };
  const url = unsubscribeUrl(world.config, {
    merchantId: world.merchantId,
    notification: "payment.completed",
  });
  const token = url.split("/").at(-1) ?? "";
  const request = (body?: string) =>
    new Request(url, body === undefined ? {} : { method: "POST", body });
  await setMerchant({ businessName: "Aurora <b>Coffee</b>" });
  const shown = await showMailPreference(request(), token);
  expect(shown.status).toBe(200);
  expect(shown.headers.get("content-security-policy")).toContain("default-src 'none'");
  const html = await shown.text();
  expect(html).toContain("Aurora &lt;b&gt;Coffee");
  expect(html).not.toContain("<b>");
  expect(await wanted()).toMatchObject({ paymentReceived: true });
  const before = (await wanted())?.subscriptionCharged;
  await changeMailPreference(request("List-Unsubscribe=One-Click"), token);
  expect(await wanted()).toEqual({ ...(await wanted()), paymentReceived: false });
  expect((await wanted())?.subscriptionCharged).toBe(before);
  await pay({});
  expect(await stored()).toEqual([]);
  await changeMailPreference(request("wanted=on"), token);
  expect(await wanted()).toMatchObject({ paymentReceived: true });
  const forged = [`${token.slice(0, -3)}AAA`, "v1.x", "", world.merchantId];
  for (const wrong of forged) {
    expect((await changeMailPreference(request("wanted=off"), wrong)).status).toBe(404);
  }
  expect(await wanted()).toMatchObject({ paymentReceived: true });
});

test("the page of a link names what it ends, and leads to the dashboard's settings", async () => {
  for (const notification of notificationKinds) {
    const url = unsubscribeUrl(world.config, { merchantId: world.merchantId, notification });
    const response = await showMailPreference(new Request(url), url.split("/").at(-1) ?? "");
    const html = await response.text();
    expect(html).toContain(`<h1>Emails: ${notificationTitles[notification]}</h1>`);
    expect(html).toContain('href="/dashboard/settings/notifications"');
  }
});

test("a link of a mail from before there were further kinds works as it did", () => {
  for (const [pref, notification] of Object.entries(emailPrefKinds)) {
    const text = `${world.merchantId} ${pref}`;
    const token = seal(world.config, "unsubscribe", "email-prefs", text);
    const link = { merchantId: world.merchantId, notification };
    expect(readUnsubscribeToken(world.config, token)).toEqual(link);
  }
});

test("the owner of an address turns topics off by one click, for that address alone, and on again", async () => {
  await pay({ receipt: { email: "Ada@x.example", isPayers: true } });
  const receipt = (await stored()).find(({ kind }) => kind === "payment_receipt");
  if (!receipt) throw new Error("the payer asked for a receipt");
  const url = wordMail(world.system(), receipt).unsubscribe?.url ?? "";
  const token = url.split("/").at(-1) ?? "";
  const open = async (body?: string) => {
    const request = new Request(url, body === undefined ? {} : { method: "POST", body });
    const show = body === undefined ? showMailPreference : changeMailPreference;
    return (await show(request, token)).text();
  };
  const reasonFor = (recipient: string, topic: MailTopic) =>
    withholdReason(world.db, { kind: "payment_receipt", recipient, merchantId: null }, { topic });
  expect(await open()).toContain("Ada@x.example");
  expect(await reasonFor("ada@x.example", "receipts")).toBeNull();
  expect(await open("List-Unsubscribe=One-Click")).toMatch(/Receipts <small>Off/);
  expect(await reasonFor("ada@X.example", "receipts")).toBe("unsubscribed");
  expect(await reasonFor("grace@x.example", "receipts")).toBeNull();
  expect(await reasonFor("ada@x.example", "reminders")).toBeNull();
  await open("topic=reminders&wanted=off");
  expect(await reasonFor("ada@x.example", "reminders")).toBe("unsubscribed");
  await open("topic=receipts&wanted=on");
  expect(await reasonFor("ada@x.example", "receipts")).toBeNull();
  await open("topic=codes&wanted=off");
  expect(await world.db`select topic from mail_opt_outs order by topic`).toEqual([
    { topic: "receipts" },
    { topic: "reminders" },
  ]);
});

test("a mail that cannot be worded is in the inbox with its reason, beside the others", async () => {
  await pay({ receipt: { email: "ada@x.example", isPayers: true } });
  await world.db`update mails set kind = 'of_a_newer_build' where recipient = 'ada@x.example'`;
  const listed = await readInbox(
    new Headers({ [localPeerHeader]: stampedLocalPeer, host: "localhost:3000" }),
  );
  expect(listed?.map(({ subject, preheader }) => [subject, preheader])).toEqual(
    expect.arrayContaining([
      ["of_a_newer_build", "Cannot be worded: no mail is called of_a_newer_build"],
      [expect.stringContaining("You received"), expect.any(String)],
    ]),
  );
});

test("the inbox is there for browsers on the machine of a local chain, and for nobody else", async () => {
  await pay({ receipt: { email: "ada@x.example", isPayers: true } });
  const here = { [localPeerHeader]: stampedLocalPeer, host: "localhost:3000" };
  const headers = (change: object = {}) => new Headers({ ...here, ...change });
  const open = async (sent: Headers) => {
    const listed = await readInbox(sent);
    const [{ id = "" } = {}] = await stored();
    const page = await readInboxMail(sent, id);
    const html = await showInboxMail(new Request("http://localhost", { headers: sent }), id);
    return { listed, page, html };
  };
  const { listed, page, html } = await open(headers());
  expect(listed?.map(({ recipient }) => recipient).sort()).toEqual([
    "ada@x.example",
    "owner@aurora.example",
  ]);
  expect(page?.subject).toContain("You received");
  expect(html.status).toBe(200);
  expect(html.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await html.text()).toContain("<html lang");
  expect(await readInboxMail(headers(), "eml_x")).toBeNull();
  const nobody = [
    headers({ host: "pay.example.com" }),
    headers({ [localPeerHeader]: "local" }),
    new Headers({ host: "localhost:3000" }),
  ];
  const publicly = { ...world.config, LIVE_CHAIN: ["local", "base"] };
  for (const [config, sent] of [
    ...nobody.map((one) => [world.config, one] as const),
    [publicly, headers()] as const,
  ]) {
    Object.assign(globalThis.stipendRuntime ?? {}, { config });
    const found = await open(sent);
    expect(found).toMatchObject({ listed: null, page: null });
    expect(found.html.status).toBe(404);
  }
  Object.assign(globalThis.stipendRuntime ?? {}, { config: world.config });
});
