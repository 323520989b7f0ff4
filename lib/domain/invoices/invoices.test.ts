import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { encodeAs } from "@/lib/contract/encode";
import { invoice } from "@/lib/contract/invoices/invoices";
import { newId } from "@/lib/core/ids";
import type { NotificationChoice } from "@/lib/core/insight/notification-kinds";
import { type InvoiceStatus, invoiceTransitions, statesOf } from "@/lib/core/states";
import { listNotifications } from "@/lib/domain/insight/notifications/list-notifications";
import { markNotificationsRead } from "@/lib/domain/insight/notifications/mark-notifications-read";
import { updateNotificationPreferences } from "@/lib/domain/insight/notifications/update-notification-preferences";
import { claimMails } from "@/lib/domain/mails/claim-mails";
import { drainMails } from "@/lib/domain/mails/drain-mails";
import type { StoredMail } from "@/lib/domain/mails/mail";
import { recordMailOutcome } from "@/lib/domain/mails/record-mail-outcome";
import { cancelMail, resendMail } from "@/lib/domain/mails/repair-mail";
import { wordMail } from "@/lib/domain/mails/word-mail";
import { reconcile } from "@/lib/domain/operations/reconcile";
import { loadPayPage } from "@/lib/domain/payments/hosted-page/load-pay-page";
import { cancelSession } from "@/lib/domain/payments/sessions/cancel-session";
import { expireDueSessions } from "@/lib/domain/payments/sessions/expire-due-sessions";
import { expireSession } from "@/lib/domain/payments/sessions/expire-session";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import type { EventRow } from "@/lib/domain/platform/events/event-rows";
import { scanChain } from "@/lib/indexer/scan-chain";
import type { ChainAccount } from "@/testing/chain";
import { reasonOf, refusalOf, visitor } from "@/testing/hosted-pages";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { startSmtp, type TestSmtp } from "@/testing/smtp-server";
import { createWorld, type World } from "@/testing/world";
import { createInvoice } from "./create-invoice";
import { duplicateInvoice } from "./duplicate-invoice";
import { hostedInvoiceExists } from "./find-hosted-invoice";
import { getInvoice } from "./get-invoice";
import { listInvoices } from "./list-invoices";
import { loadInvoicePage } from "./load-invoice-page";
import { markInvoicesOverdue } from "./mark-invoices-overdue";
import { remindInvoices } from "./remind-invoices";
import { sendInvoice } from "./send-invoice";
import type { InvoiceView } from "./view";
import { voidInvoice } from "./void-invoice";

let world: World;
let payer: ChainAccount;
let smtp: TestSmtp;

beforeAll(async () => {
  [world, smtp] = await Promise.all([createWorld(), startSmtp()]);
  payer = await fundPayer(world);
  await world.db`update merchants set email = 'owner@aurora.example'`;
});
beforeEach(async () => {
  await world.db`truncate mails, outbox, undelivered_mails`;
  smtp.script({});
  smtp.received.length = 0;
});
afterAll(async () => {
  await smtp.close();
  await world.stop();
});

const ctx = (merchantId?: string) => world.merchantContext(merchantId ? { merchantId } : {});
const line = { description: "Consulting", quantity: 3, unitAmount: 1_500_000n };
const ada = { customerName: "Ada Lovelace", customerEmail: "ada@x.example" };
const draft = (change: object = {}) =>
  createInvoice(ctx(), { lineItems: [line], currency: "USDC", ...ada, ...change });
const sent = async (change: object = {}) => sendInvoice(ctx(), await draft(change));
const read = (of: { id: string }) => getInvoice(ctx(), of);

/** Lets as many connections be open as there can be: a race begins at once on all of them. */
const warm = () => Promise.all(Array.from({ length: 40 }, () => world.db`select pg_sleep(0.02)`));

/** Time passes for one invoice and its session. */
async function pass({ id, sessionId }: InvoiceView, days: number): Promise<void> {
  const past = world.db`${days}::int * interval '1 day'`;
  await world.db`
    update invoices set due_at = due_at - ${past}, created_at = created_at - ${past},
      sent_at = sent_at - ${past}, remind_at = remind_at - ${past}, mailed_at = mailed_at - ${past}
    where id = ${id}`;
  await world.db`
    update payment_sessions set expires_at = expires_at - ${past} where id = ${sessionId}`;
}

const amountOf = { amount: 4_500_000n };
async function refOfSession({ sessionId }: InvoiceView) {
  return { ...amountOf, ref: (await getSession(ctx(), { id: sessionId })).ref };
}
async function settle(blocks = 3) {
  await world.chain.mine(blocks);
  const until = new Date(Date.now() + 20_000);
  await scanChain(world.systemContext(), world.deployment().chain, until);
}
async function pay(of: InvoiceView) {
  await payDirectly(world, payer, await refOfSession(of));
  await settle();
}

const eventsOf = async (id: string) => {
  const rows = await world.db<EventRow[]>`
    select e.* from events e where e.resource_id = ${id} order by e.sequence`;
  return rows.map((row) => ({ type: row.type, object: row.object }));
};
const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type);
const mailsOf = async ({ id }: InvoiceView) => {
  const rows = await world.db<{ kind: string; recipient: string; state: string }[]>`
    select kind, recipient, state from mails where facts ->> 'invoiceId' = ${id}
    order by created_at, kind`;
  return rows.map(({ kind, recipient, state }) => `${kind} ${recipient} ${state}`);
};
async function drain() {
  const system = world.systemContext();
  const mail = { SMTP_URL: smtp.url, EMAIL_FROM: "Stipend <billing@stipend.example>" };
  const sender = { ...system, config: { ...system.config, ...mail } };
  await drainMails(sender, { until: new Date(Date.now() + 20_000) });
}
async function refuse(): Promise<void> {
  smtp.script({ to: "550 5.1.1 no such user" });
  await drain();
  smtp.script({});
  await world.db`delete from mail_refusals`;
}
const person = (
  of: Partial<Pick<SessionActor, "merchantId" | "mode">> = {},
): Context<SessionActor> => {
  const { merchantId = world.merchant.id, mode = "test" } = of;
  const actor = { kind: "session", merchantId, mode, userId: "usr_1", sessionId: "ses_1" } as const;
  return { ...world.systemContext(), actor };
};
async function bell(of = person()) {
  const { data, unreadCount } = await listNotifications(of, {});
  return { shown: data.filter(({ type }) => type === "invoice.undelivered"), unreadCount };
}

describe("an invoice", () => {
  it("is a draft that nobody can pay, with exact sums, its number and one event", async () => {
    const made = await draft({
      lineItems: [
        { ...line, taxCategory: "S", taxRate: 1_900, unit: "hour" },
        { ...line, quantity: 1, taxCategory: "AE" },
      ],
      buyer: { legalName: "Engines Ltd", vatId: "DE123456789" },
    });
    expect(made).toMatchObject({
      status: "draft",
      hostedUrl: null,
      subtotal: 6_000_000n,
      taxTotal: 860_000n,
      total: 6_860_000n,
      taxBreakdown: [
        { category: "S", rate: 1_900, taxableAmount: 4_500_000n, taxAmount: 860_000n, note: null },
        { category: "AE", rate: 0, taxAmount: 0n, note: expect.stringContaining("Reverse charge") },
      ],
      lineItems: [
        { amount: 4_500_000n, unit: "hour" },
        { amount: 1_500_000n, unit: null },
      ],
    });
    expect(made.dueAt.getTime() - made.createdAt.getTime()).toBe(7 * 86_400_000);
    expect(await eventsOf(made.id)).toEqual([
      { type: "invoice.created", object: encodeAs(invoice, made) },
    ]);
    const session = await getSession(ctx(), { id: made.sessionId });
    expect(session).toMatchObject({
      status: "created",
      amount: made.total,
      invoiceId: made.id,
      createdVia: "invoice",
      description: `Invoice ${made.number}`,
    });
    expect(session.expiresAt.getTime() - made.dueAt.getTime()).toBe(30 * 86_400_000);
    const { status } = await loadPayPage(visitor(world), { sessionId: made.sessionId });
    expect(status.status).toBe("unavailable");
    expect(await mailsOf(made)).toEqual([]);
  });

  it("is not another merchant's, nor the other mode's", async () => {
    const made = await draft();
    const other = await world.addMerchant();
    const strangers = [ctx(other.id), world.merchantContext({ mode: "live" })];
    for (const stranger of strangers) {
      for (const verb of [getInvoice, sendInvoice, voidInvoice, duplicateInvoice]) {
        expect(await reasonOf(verb(stranger, made))).toBe("resource_missing");
      }
      expect((await listInvoices(stranger, {})).data).toEqual([]);
    }
  });

  it("refuses sums that no token can hold, and writes nothing then", async () => {
    const count = () => world.db`select last_number from invoice_counters`;
    const before = await count();
    const refusal = await refusalOf(
      draft({ lineItems: [line, { ...line, quantity: 10_000, unitAmount: 2n ** 255n }] }),
    );
    expect(refusal).toMatchObject({
      code: "invalid_request",
      info: { param: "lineItems[1].unitAmount", details: { reason: "amount_too_large" } },
    });
    const free = { ...line, unitAmount: 0n };
    expect(await reasonOf(draft({ lineItems: [free, free] }))).toBe("total_zero");
    await world.db`update merchants set status = 'suspended' where id = ${world.merchant.id}`;
    expect(await reasonOf(draft())).toBe("merchant_suspended");
    await world.db`update merchants set status = 'active' where id = ${world.merchant.id}`;
    expect(await count()).toEqual(before);
  });

  it("has numbers without gap or double under 40 creates at once, of which some fail", async () => {
    const { id } = await world.addMerchant();
    const input = { lineItems: [line], currency: "USDC" as const };
    const first = await createInvoice(ctx(id), input);
    expect(first.number).toBe("INV-000001");
    // Each third fails after it has taken its number.
    await world.db`
      create function refuse_note() returns trigger language plpgsql as
      $$ begin if new.note = 'refused' then raise exception 'no'; end if; return new; end $$`;
    await world.db`
      create trigger refuse_note before insert on invoices for each row execute function refuse_note()`;
    await warm();
    const works = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) =>
        n % 3 === 0
          ? createInvoice(ctx(id), { ...input, note: "refused" })
          : n % 3 === 1
            ? createInvoice(ctx(id), input)
            : duplicateInvoice(ctx(id), first),
      ),
    );
    await world.db`drop trigger refuse_note on invoices`;
    const made = works.flatMap((work) => (work.status === "fulfilled" ? [work.value.number] : []));
    expect(made.sort()).toEqual(
      Array.from({ length: 26 }, (_, n) => `INV-${String(n + 2).padStart(6, "0")}`),
    );
    const again = await createInvoice(ctx(id), input);
    expect(again.number).toBe("INV-000028");
  });
});

describe("its hosted page", () => {
  const page = ({ hostedUrl }: InvoiceView) =>
    loadInvoicePage(visitor(world), { publicId: hostedUrl?.split("/i/")[1] ?? "" });

  it("has a page once it was sent, with all that it says, and whatever becomes of it", async () => {
    const hidden = await draft();
    const [row] = await world.db<{ publicId: string }[]>`
      select public_id from invoices where id = ${hidden.id}`;
    expect(row?.publicId).toMatch(/^[0-9A-Za-z]{22}$/);
    const unsent = { publicId: row?.publicId ?? "" };
    expect(await reasonOf(loadInvoicePage(visitor(world), unsent))).toBe("resource_missing");
    expect(await hostedInvoiceExists(visitor(world), unsent)).toBe(false);
    await voidInvoice(ctx(), hidden);
    expect(await reasonOf(loadInvoicePage(visitor(world), unsent))).toBe("resource_missing");
    const made = await sent({ note: "Thank \u202eyou" });
    expect(await page(made)).toMatchObject({
      number: made.number,
      status: "sent",
      total: "4500000",
      buyer: { name: "Ada Lovelace" },
      note: "Thank you",
      payment: "open",
      payPath: `/pay/${made.sessionId}`,
    });
    await pass(made, 8);
    expect(await page(made)).toMatchObject({ status: "overdue", payment: "open" });
    await payDirectly(world, payer, await refOfSession(made));
    await settle(1);
    expect(await page(made)).toMatchObject({ status: "overdue", payment: "under_way" });
    await settle();
    expect(await page(made)).toMatchObject({
      status: "paid",
      payment: "over",
      payPath: `/pay/${made.sessionId}`,
      refunded: false,
      transaction: { hash: expect.stringMatching(/^0x/) },
    });
    await world.db`
      update payment_sessions set status = 'refunded' where id = ${made.sessionId}`;
    expect(await page(made)).toMatchObject({ status: "paid", refunded: true });
    const voided = await sent();
    await voidInvoice(ctx(), voided);
    expect(await page(voided)).toMatchObject({ status: "void", payment: "over", payPath: null });
    const old = await sent();
    await pass(old, 38);
    await expireDueSessions(world.systemContext());
    expect(await page(old)).toMatchObject({ status: "overdue", payment: "over", payPath: null });
  });

  it("tells of a payment that is held, and of one that is returned, and keeps the way to it", async () => {
    const made = await sent();
    await payDirectly(world, payer, await refOfSession(made));
    await settle(1);
    const payPath = `/pay/${made.sessionId}`;
    const held = async (change: object) => {
      await world.db`
        update transactions set ${world.db({ paymentException: "screening", ...change })}
        where session_id = ${made.sessionId}`;
      return page(made);
    };
    expect(await held({})).toMatchObject({ payment: "review", payPath });
    expect(await held({ status: "confirmed" })).toMatchObject({ payment: "returning", payPath });
    expect(await held({ amountRefunded: "4500000" })).toMatchObject({
      status: "sent",
      payment: "returned",
      payPath,
      refunded: false,
    });
  });
});

describe("sending", () => {
  it("opens it for payment, mails once, and tells when the mail server took it", async () => {
    const made = await sent();
    expect(made).toMatchObject({ status: "sent", lastEmail: { status: "queued", error: null } });
    expect(await mailsOf(made)).toEqual(["invoice ada@x.example queued"]);
    expect(await typesOf(made.id)).toEqual(["invoice.created"]);
    expect((await getSession(ctx(), { id: made.sessionId })).status).toBe("pending");
    smtp.script({ to: "451 4.3.0 later" });
    await drain();
    expect((await read(made)).lastEmail).toMatchObject({ status: "queued", error: "deferred_451" });
    expect(await typesOf(made.id)).toEqual(["invoice.created"]);
    smtp.script({});
    await world.db`update mails set next_attempt_at = now() - interval '1 second'`;
    await drain();
    await drain();
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]?.raw).toContain(`/i/`);
    expect(await typesOf(made.id)).toEqual(["invoice.created", "invoice.sent"]);
    expect((await read(made)).lastEmail).toMatchObject({ status: "sent", error: null });
    expect((await eventsOf(made.id))[1]?.object).toEqual(encodeAs(invoice, await read(made)));
  });

  it("tells the merchant, once, that the customer's mail server refused it", async () => {
    const made = await sent();
    smtp.script({ to: "550 5.1.1 no such user" });
    await drain();
    smtp.script({});
    await world.db`delete from mail_refusals`;
    expect((await read(made)).lastEmail).toMatchObject({ status: "refused", error: "refused_550" });
    const told = await world.db`
      select facts -> 'recipient' as recipient from mails
      where kind = 'invoice_undelivered' and facts ->> 'invoiceId' = ${made.id}`;
    expect([...told]).toEqual([{ recipient: "ada@x.example" }]);
  });

  it("shows the merchant, in the bell and until it is read, which mail did not arrive", async () => {
    const made = await sent();
    await markNotificationsRead(person());
    await refuse();
    const told = {
      type: "invoice.undelivered",
      title: "Invoice email not delivered",
      body: `4.50 USDC: Invoice ${made.number}`,
      resource: { type: "invoice", id: made.id },
      amount: "4500000",
      currency: "USDC",
    };
    expect(await bell()).toMatchObject({ shown: [{ ...told, read: false }], unreadCount: 1 });
    const [newest] = (await listNotifications(person(), { limit: 1 })).data;
    expect(newest).toMatchObject(told);
    for (const other of [person({ mode: "live" }), person({ merchantId: "mer_other" })]) {
      expect(await bell(other)).toEqual({ shown: [], unreadCount: 0 });
    }
    await world.db`insert into users (id, provider, subject) values ('usr_1', 'test', 'usr_1')`;
    await world.db`
      insert into memberships ${world.db({ userId: "usr_1", merchantId: world.merchant.id })}`;
    const choose = (choice: NotificationChoice) =>
      updateNotificationPreferences(person(), { preferences: { "invoice.undelivered": choice } });
    await choose("mail");
    expect(await bell()).toEqual({ shown: [], unreadCount: 0 });
    await choose("both");
    await markNotificationsRead(person());
    expect(await bell()).toMatchObject({ shown: [{ ...told, read: true }], unreadCount: 0 });
    await world.db`delete from memberships where user_id = 'usr_1'`;
  });

  describe("tells the merchant which mail did not arrive", () => {
    const toldOf = async ({ id }: InvoiceView) => {
      const mails = await world.db<StoredMail[]>`
        select * from mails where kind = 'invoice_undelivered' and facts ->> 'invoiceId' = ${id}
        order by created_at`;
      return mails.map((mail) => {
        const { subject, preheader, paragraphs } = wordMail(world.systemContext(), mail);
        return [subject, preheader, ...paragraphs].join(" ");
      });
    };

    it("and says nothing false of an invoice that the customer has", async () => {
      const made = await sent();
      await drain();
      await world.db`update invoices set mailed_at = now() - interval '61 minutes' where id = ${made.id}`;
      await sendInvoice(ctx(), made);
      await refuse();
      await pass(made, 8);
      await sendInvoice(ctx(), made);
      await refuse();
      await voidInvoice(ctx(), made);
      await refuse();
      const told = await toldOf(made);
      expect(told).toEqual([
        expect.stringContaining(`Your reminder of invoice ${made.number}`),
        expect.stringContaining(`Your overdue notice for invoice ${made.number}`),
        expect.stringContaining(`Your cancellation notice for invoice ${made.number}`),
      ]);
      for (const text of told) expect(text).not.toMatch(/does not have it|new invoice/);
      expect(told[2]).toContain("not told that it is cancelled");
      const { shown } = await bell();
      expect(shown.map(({ body }) => body)).toEqual([
        `4.50 USDC: Cancellation notice for invoice ${made.number}`,
        `4.50 USDC: Overdue notice for invoice ${made.number}`,
        `4.50 USDC: Reminder of invoice ${made.number}`,
      ]);
    });

    it("and of a first one that the customer does not have the invoice", async () => {
      const made = await sent();
      await refuse();
      const [text] = await toldOf(made);
      expect(text).toMatch(/does not have it.*new invoice/);
    });

    it("but of none that asked for an invoice that is void by then", async () => {
      const made = await sent();
      await voidInvoice(ctx(), made);
      await world.db`insert into mail_refusals (address, failure) values ('ada@x.example', 'refused_550')`;
      await refuse();
      expect((await read(made)).lastEmail).toMatchObject({ error: "address_refused" });
      expect(await toldOf(made)).toEqual([]);
    });
  });

  it("again after a mail that was withheld for another reason speaks of no daily limit", async () => {
    const made = await sent();
    await world.db`insert into mail_refusals (address, failure) values ('ada@x.example', 'refused_550')`;
    await drain();
    await world.db`delete from mail_refusals`;
    expect((await read(made)).lastEmail).toMatchObject({ error: "address_refused" });
    const refusal = await refusalOf(sendInvoice(ctx(), made));
    expect(refusal).toMatchObject({ info: { details: { reason: "mailed_recently" } } });
    expect(refusal.message).toContain("did not arrive");
    await world.db`update invoices set mailed_at = now() - interval '61 minutes' where id = ${made.id}`;
    expect((await sendInvoice(ctx(), made)).lastEmail).toMatchObject({ status: "queued" });
  });

  it("again is a reminder, at most one an hour", async () => {
    const made = await sent();
    const refusal = await refusalOf(sendInvoice(ctx(), made));
    expect(refusal).toMatchObject({
      code: "rate_limited",
      info: { details: { reason: "mailed_recently" } },
    });
    expect(refusal.info.retryAfterSeconds).toBeGreaterThan(3_500);
    await drain();
    await world.db`update invoices set mailed_at = now() - interval '61 minutes' where id = ${made.id}`;
    const both = await Promise.allSettled([sendInvoice(ctx(), made), sendInvoice(ctx(), made)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await drain();
    expect(await mailsOf(made)).toEqual([
      "invoice ada@x.example sent",
      "invoice_reminder ada@x.example sent",
    ]);
    expect(await typesOf(made.id)).toEqual(["invoice.created", "invoice.sent"]);
  });

  it("one that is just due is made overdue by it, and mailed once", async () => {
    const made = await sent();
    await drain();
    await pass(made, 8);
    const answer = await sendInvoice(ctx(), made);
    expect(answer).toMatchObject({ status: "overdue", lastEmail: { status: "queued" } });
    const mails = ["invoice ada@x.example sent", "invoice_overdue ada@x.example queued"];
    expect(await mailsOf(made)).toEqual(mails);
    expect(await typesOf(made.id)).toEqual(["invoice.created", "invoice.sent", "invoice.overdue"]);
    expect(await reasonOf(sendInvoice(ctx(), made))).toBe("mailed_recently");
    const reminded = await sent();
    await pass(reminded, 8);
    await world.db`update invoices set mailed_at = now() where id = ${reminded.id}`;
    expect(await reasonOf(sendInvoice(ctx(), reminded))).toBe("mailed_recently");
    expect(await mailsOf(reminded)).toEqual(["invoice ada@x.example queued"]);
    expect((await read(reminded)).status).toBe("overdue");
    const other = await world.addMerchant();
    expect(await reasonOf(sendInvoice(ctx(other.id), made))).toBe("resource_missing");
  });

  it("needs an address, an active merchant, and a time in which it can be paid", async () => {
    const nobody = await draft({ customerEmail: undefined });
    expect(await refusalOf(sendInvoice(ctx(), nobody))).toMatchObject({
      code: "session_invalid_state",
      info: { param: "customerEmail", details: { reason: "email_missing" } },
    });
    const made = await draft();
    await world.db`update merchants set status = 'suspended' where id = ${world.merchant.id}`;
    expect(await reasonOf(sendInvoice(ctx(), made))).toBe("merchant_suspended");
    await world.db`update merchants set status = 'active' where id = ${world.merchant.id}`;
    await sendInvoice(ctx(), made);
    await pass(made, 60);
    await expireDueSessions(world.systemContext());
    expect(await reasonOf(sendInvoice(ctx(), made))).toBe("invoice_expired");
    expect((await duplicateInvoice(ctx(), made)).dueAt.getTime()).toBeGreaterThan(Date.now());
  });

  it("of a draft is refused where a session would not be opened, and leaves the draft", async () => {
    const { id } = await world.addMerchant();
    const lineItems = [line];
    const made = await createInvoice(ctx(id), { lineItems, currency: "USDC", ...ada });
    const registration = (change: string) =>
      world.db.unsafe(
        `update merchant_registrations set ${change} where merchant_id = $1 and mode = 'test'`,
        [id],
      );
    const refused = async () => {
      const reason = await reasonOf(sendInvoice(ctx(id), made));
      expect(await getInvoice(ctx(id), made)).toMatchObject({ status: "draft", lastEmail: null });
      expect(await mailsOf(made)).toEqual([]);
      return reason;
    };
    await registration("payout_trouble = 'payer_blocked'");
    expect(await refused()).toBe("payout_unusable");
    await registration("payout_trouble = null, status = 'none'");
    expect(await refused()).toBe("merchant_not_registered");
    await registration("status = 'active'");
    const { sessionId } = await sendInvoice(ctx(id), made);
    expect((await getSession(ctx(id), { id: sessionId })).status).toBe("pending");
    // What is open stays so, and is asked for again.
    await registration("payout_trouble = 'payer_blocked'");
    await world.db`update invoices set mailed_at = mailed_at - interval '2 hours' where id = ${made.id}`;
    expect((await sendInvoice(ctx(id), made)).status).toBe("sent");
  });

  it.each([20, 400])(
    "that is sent %i days after it was made is due anew from then",
    async (days) => {
      const made = await draft({ dueInDays: 14 });
      await pass(made, days);
      await expireDueSessions(world.systemContext());
      expect((await getSession(ctx(), { id: made.sessionId })).status).toBe("created");
      expect((await read(made)).status).toBe("draft");
      const before = Date.now();
      const opened = await sendInvoice(ctx(), made);
      const day = 86_400_000;
      expect(opened.status).toBe("sent");
      expect(Math.round((opened.dueAt.getTime() - before) / day)).toBe(14);
      const session = await getSession(ctx(), { id: made.sessionId });
      expect(session.status).toBe("pending");
      expect(session.expiresAt.getTime() - opened.dueAt.getTime()).toBe(30 * day);
      await markInvoicesOverdue(world.systemContext());
      expect((await read(made)).status).toBe("sent");
    },
  );

  it("a draft that is sent in time keeps its due date", async () => {
    const made = await draft({ dueInDays: 14 });
    await pass(made, 5);
    const opened = await sendInvoice(ctx(), made);
    expect(opened.dueAt).toEqual((await read(made)).dueAt);
    expect(Math.round((opened.dueAt.getTime() - Date.now()) / 86_400_000)).toBe(9);
  });

  it("a mail that waits is not sent once the invoice is void or paid", async () => {
    const made = await sent();
    await voidInvoice(ctx(), made);
    await drain();
    expect(smtp.received).toEqual([]);
    expect(await mailsOf(made)).toEqual(["invoice ada@x.example withheld"]);
    expect((await read(made)).lastEmail).toMatchObject({
      status: "withheld",
      error: "invoice_closed",
    });
  });

  it.each([
    ["at the mail server", true],
    ["about to be given to it", false],
  ])("tells the customer of an invoice that is voided while its mail is %s", async (_, isEarly) => {
    const made = await sent();
    const claim = () => claimMails(world.db, { room: 1, domain: "stipend.example" });
    const early = isEarly ? await claim() : [];
    await voidInvoice(ctx(), made);
    const voided = "invoice_voided ada@x.example queued";
    expect((await mailsOf(made)).includes(voided)).toBe(isEarly);
    const [mail] = isEarly ? early : await claim();
    if (!mail) throw new Error("the invoice was mailed");
    const outcome = { kind: "accepted", failure: null, response: "250 OK" } as const;
    expect(await recordMailOutcome(world.systemContext(), mail, outcome)).toBe("sent");
    expect(await mailsOf(made)).toEqual(["invoice ada@x.example sent", voided]);
    expect(await typesOf(made.id)).toEqual(["invoice.created"]);
  });

  it("tells the customer of an invoice that is voided after a connection was lost with its mail", async () => {
    const made = await sent();
    const [mail] = await claimMails(world.db, { room: 1, domain: "stipend.example" });
    if (!mail) throw new Error("the invoice was mailed");
    const outcome = { kind: "lost", failure: "connection_failed", response: null } as const;
    expect(await recordMailOutcome(world.systemContext(), mail, outcome)).toBe("queued");
    await voidInvoice(ctx(), made);
    expect(await mailsOf(made)).toEqual([
      "invoice ada@x.example queued",
      "invoice_voided ada@x.example queued",
    ]);
  });

  it("is locked before its mail when an outcome is written, as where it is sent", async () => {
    const { id } = await sent();
    const [mail] = await claimMails(world.db, { room: 1, domain: "stipend.example" });
    if (!mail) throw new Error("the invoice was mailed");
    const outcome = { kind: "accepted", failure: null, response: "250 OK" } as const;
    let written: Promise<unknown> | undefined;
    const free = await world.db.begin(async (tx) => {
      await tx`select from invoices where id = ${id} for no key update`;
      written = recordMailOutcome(world.systemContext(), mail, outcome);
      const waits = () => tx`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waits()).length).toBeGreaterThan(0);
      return tx`select from mails where id = ${mail.id} for no key update skip locked`;
    });
    expect(free).toHaveLength(1);
    expect(await written).toBe("sent");
  });

  it("says that an operator took its last mail back, or queued it again", async () => {
    const made = await sent();
    const [mail] = await world.db<{ id: string }[]>`select id from mails`;
    const actor = {
      kind: "operator",
      name: "ada",
      command: "cancel-mail",
      reason: "test",
    } as const;
    const desk = { ...world.systemContext(), actor };
    await cancelMail(desk, mail?.id ?? "");
    expect((await read(made)).lastEmail).toMatchObject({ status: "cancelled", error: null });
    await resendMail(desk, mail?.id ?? "");
    expect((await read(made)).lastEmail).toMatchObject({ status: "queued", error: null });
    // What is no longer the last mail says nothing.
    await world.db`update invoices set last_email_id = 'eml_later' where id = ${made.id}`;
    await cancelMail(desk, mail?.id ?? "");
    expect((await read(made)).lastEmail).toMatchObject({ status: "queued" });
  });
});

describe("a payment", () => {
  it("pays it in the transaction that confirms its session, and receipts are mailed", async () => {
    const made = await sent();
    await drain();
    await world.db`truncate mails`;
    smtp.received.length = 0;
    await pay(made);
    const paid = await read(made);
    expect(paid).toMatchObject({ status: "paid", paidAt: expect.any(Date) });
    expect(await typesOf(made.id)).toEqual(["invoice.created", "invoice.sent", "invoice.paid"]);
    expect((await mailsOf(made)).sort()).toEqual([
      "invoice_paid owner@aurora.example queued",
      "invoice_receipt ada@x.example queued",
    ]);
    const both = await world.db<{ same: boolean }[]>`
      select i.xmin = s.xmin as same from invoices i join payment_sessions s on s.id = i.session_id
      where i.id = ${made.id}`;
    expect(both).toEqual([{ same: true }]);
    await drain();
    expect(smtp.received.map(({ to }) => to).sort()).toEqual([
      "ada@x.example",
      "owner@aurora.example",
    ]);
    const [transaction] = await world.db`
      select invoice_id from transactions where session_id = ${made.sessionId}`;
    expect(transaction).toEqual({ invoiceId: made.id });
  });

  it("still pays an overdue one, which is told of once, whoever reads it first", async () => {
    const made = await sent();
    await drain();
    await world.db`truncate mails`;
    await pass(made, 8);
    const [list] = await Promise.all([
      listInvoices(ctx(), { status: "overdue" }),
      read(made),
      read(made),
      markInvoicesOverdue(world.systemContext()),
    ]);
    expect(list.data.map(({ id }) => id)).toContain(made.id);
    expect(await typesOf(made.id)).toEqual(["invoice.created", "invoice.sent", "invoice.overdue"]);
    expect(await mailsOf(made)).toEqual(["invoice_overdue ada@x.example queued"]);
    await pay(made);
    expect((await read(made)).status).toBe("paid");
  });

  it("is missed in a list as well: what is read in a list alone is overdue there", async () => {
    const made = await sent();
    await pass(made, 8);
    const { data } = await listInvoices(ctx(), { limit: 100 });
    expect(data.find(({ id }) => id === made.id)?.status).toBe("overdue");
  });

  it("on its way keeps it from becoming overdue and from being voided", async () => {
    const made = await sent();
    await payDirectly(world, payer, await refOfSession(made));
    await settle(1);
    await pass(made, 8);
    expect((await read(made)).status).toBe("sent");
    expect((await refusalOf(voidInvoice(ctx(), made))).info.details).toMatchObject({
      reason: "payment_in_flight",
      currentStatus: "sent",
    });
    await pass(made, -8);
    await settle();
    expect((await read(made)).status).toBe("paid");
  });

  it("on its way, or held back by screening, is not asked for again", async () => {
    const made = await sent();
    await payDirectly(world, payer, await refOfSession(made));
    await settle(1);
    await pass(made, 5);
    await remindInvoices(world.systemContext());
    expect(await mailsOf(made)).toEqual(["invoice ada@x.example queued"]);
    expect((await refusalOf(sendInvoice(ctx(), made))).info.details).toMatchObject({
      reason: "payment_in_flight",
      currentStatus: "sent",
    });
    // A person has refused it, or pays it back.
    for (const [decision, status] of [
      ["refused", "pending"],
      ["refunded", "confirmed"],
    ] as const) {
      await world.db`
        with held as (
          update transactions set payment_exception = 'screening', status = ${status}
          where session_id = ${made.sessionId} returning id
        )
        insert into screening_decisions (resource_id, decision, audit_id)
        select id, ${decision}, (select min(id) from audit_log) from held
        on conflict (resource_id) do update set decision = excluded.decision`;
      expect((await refusalOf(sendInvoice(ctx(), made))).info.details).toMatchObject({
        reason: "not_payable",
        currentStatus: "sent",
      });
      await pass(made, 3);
      await markInvoicesOverdue(world.systemContext());
      expect((await read(made)).status).toBe("sent");
      expect(await mailsOf(made)).toEqual(["invoice ada@x.example queued"]);
    }
  });

  it("that arrives while a reminder waits withholds it", async () => {
    const made = await sent();
    await drain();
    await pass(made, 5);
    await remindInvoices(world.systemContext());
    await payDirectly(world, payer, await refOfSession(made));
    await settle(1);
    await drain();
    expect(await mailsOf(made)).toEqual([
      "invoice ada@x.example sent",
      "invoice_reminder ada@x.example withheld",
    ]);
  });

  it("and voiding at the same time end with one of them", async () => {
    const made = await Promise.all(Array.from({ length: 40 }, () => sent()));
    for (const one of made) await payDirectly(world, payer, await refOfSession(one));
    await world.chain.mine(3);
    const until = new Date(Date.now() + 20_000);
    await warm();
    const scanned = scanChain(world.systemContext(), world.deployment().chain, until);
    await Promise.allSettled([scanned, ...made.map((one) => voidInvoice(ctx(), one))]);
    await settle();
    const rows = await world.db<{ pair: string; events: number }[]>`
      select i.status || ' ' || s.status as pair, (
        select count(*)::int from events e
        where e.resource_id = i.id and e.type = 'invoice.paid'
      ) as events
      from invoices i join payment_sessions s on s.id = i.session_id
      where i.id = any (${made.map(({ id }) => id)})`;
    for (const { pair, events } of rows) {
      expect(["paid confirmed", "void cancelled"]).toContain(pair);
      expect(events).toBe(pair === "paid confirmed" ? 1 : 0);
    }
  });

  it("from before the deadline does not pay what was voided after it", async () => {
    const made = await sent();
    await payDirectly(world, payer, await refOfSession(made));
    await world.chain.mine(3);
    // Nobody has read the block yet.
    await world.db`
      update payment_sessions set status = 'expired', expires_at = now() + interval '1 hour'
      where id = ${made.sessionId}`;
    expect((await voidInvoice(ctx(), made)).status).toBe("void");
    await settle();
    expect((await read(made)).status).toBe("void");
    const [late] = await world.db`
      select payment_exception from transactions where session_id = ${made.sessionId}`;
    expect(late).toEqual({ paymentException: "late" });
  });
});

describe("the session of an invoice", () => {
  it("is closed with the invoice alone", async () => {
    const made = await sent();
    for (const close of [cancelSession, expireSession]) {
      const refusal = await refusalOf(close(ctx(), { id: made.sessionId }));
      expect(refusal.info.details).toMatchObject({ reason: "invoice_session", invoiceId: made.id });
    }
    await drain();
    expect((await voidInvoice(ctx(), made)).status).toBe("void");
    expect((await getSession(ctx(), { id: made.sessionId })).status).toBe("cancelled");
    expect(await mailsOf(made)).toEqual([
      "invoice ada@x.example sent",
      "invoice_voided ada@x.example queued",
    ]);
  });

  it("is opened and cancelled together with it when both are asked for at once", async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => draft()));
    await warm();
    await Promise.allSettled(
      made.flatMap((one) => [sendInvoice(ctx(), one), voidInvoice(ctx(), one)]),
    );
    const pairs = await world.db<{ pair: string }[]>`
      select distinct i.status || ' ' || s.status as pair
      from invoices i join payment_sessions s on s.id = i.session_id
      where i.id = any (${made.map(({ id }) => id)})`;
    expect(pairs).toEqual([{ pair: "void cancelled" }]);
    const mailed = await Promise.all(made.map(mailsOf));
    expect(mailed.every((mails) => mails.length <= 1)).toBe(true);
  });

  it("is closed and mailed once when forty ask for one and the same", async () => {
    const [voided, mailed] = [await draft(), await draft()];
    await warm();
    const works = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) =>
        n % 2 === 0 ? voidInvoice(ctx(), voided) : sendInvoice(ctx(), mailed),
      ),
    );
    const reasons = works.map((work) =>
      work.status === "fulfilled" ? "done" : work.reason?.info?.details?.reason,
    );
    expect(reasons.filter((_, n) => n % 2 === 0).sort()).toEqual([
      ...Array.from({ length: 19 }, () => "already_void"),
      "done",
    ]);
    expect(reasons.filter((_, n) => n % 2 === 1).sort()).toEqual([
      "done",
      ...Array.from({ length: 19 }, () => "mailed_recently"),
    ]);
    expect(await mailsOf(voided)).toEqual([]);
    expect(await mailsOf(mailed)).toEqual(["invoice ada@x.example queued"]);
    const asked = await world.db<{ reminders: number }[]>`
      select reminders from invoices where id in (${voided.id}, ${mailed.id})`;
    expect(asked).toEqual([{ reminders: 0 }, { reminders: 0 }]);
  });

  it("stays a draft that nobody is mailed about when its sending is rolled back", async () => {
    const made = await draft();
    await world.db`
      create function refuse_mail() returns trigger language plpgsql as
      $$ begin if new.last_email_id is not null then raise exception 'no'; end if; return new; end $$`;
    await world.db`
      create trigger refuse_mail before update on invoices for each row execute function refuse_mail()`;
    await expect(sendInvoice(ctx(), made)).rejects.toThrow("no");
    await world.db`drop trigger refuse_mail on invoices`;
    expect(await read(made)).toMatchObject({ status: "draft", lastEmail: null });
    expect(await mailsOf(made)).toEqual([]);
    expect(await world.db`select name from outbox where name = 'mails/work.queued'`).toEqual([]);
    expect((await getSession(ctx(), { id: made.sessionId })).status).toBe("created");
  });
});

const allowed: Record<InvoiceStatus, Record<"send" | "void", boolean>> = {
  draft: { send: true, void: true },
  sent: { send: true, void: true },
  overdue: { send: true, void: true },
  paid: { send: false, void: false },
  void: { send: false, void: false },
};

it("takes each verb in the states that allow it, and in no other", async () => {
  for (const status of statesOf(invoiceTransitions)) {
    for (const [verb, run] of [
      ["send", sendInvoice],
      ["void", voidInvoice],
    ] as const) {
      const made = status === "draft" ? await draft() : await sent();
      await world.db`
        update invoices set status = ${status}, mailed_at = null where id = ${made.id}`;
      if (allowed[status][verb]) {
        await run(ctx(), made);
      } else {
        expect((await refusalOf(run(ctx(), made))).info.details).toMatchObject({
          reason: status === "paid" ? "already_paid" : "already_void",
          currentStatus: status,
        });
      }
      const copy = await duplicateInvoice(ctx(), made);
      expect(copy).toMatchObject({ status: "draft", total: made.total, ...ada });
      expect(copy.id).not.toBe(made.id);
    }
  }
});

it("reminds two days before it is due, once, of what the customer has had for a day", async () => {
  const [soon, made, other] = [await sent({ dueInDays: 2 }), await sent(), await sent()];
  const missed = await sent();
  const remind = () => remindInvoices(world.systemContext());
  await remind();
  for (const one of [soon, made, other]) {
    expect(await mailsOf(one)).toEqual(["invoice ada@x.example queued"]);
  }
  await drain();
  await pass(made, 5);
  await pass(other, 5);
  await pass(missed, 8);
  await voidInvoice(ctx(), other);
  await Promise.all([remind(), remind()]);
  await remind();
  expect(await mailsOf(made)).toEqual([
    "invoice ada@x.example sent",
    "invoice_reminder ada@x.example queued",
  ]);
  for (const one of [soon, missed]) expect(await mailsOf(one)).toHaveLength(1);
  expect(String(await mailsOf(other))).not.toContain("reminder");
});

it("sends the invoice, and no reminder, where its mail has not arrived", async () => {
  const made = await sent();
  await refuse();
  await pass(made, 5);
  await remindInvoices(world.systemContext());
  const mails = await mailsOf(made);
  expect(mails.filter((mail) => mail.includes("ada@x.example"))).toEqual([
    "invoice ada@x.example refused",
    "invoice ada@x.example queued",
  ]);
});

it("wakes the jobs again whose invoices have waited for longer than they take", async () => {
  const made = await sent({ dueInDays: 6 });
  const woken = async () => {
    await world.db`truncate outbox, mails`;
    await reconcile(world.systemContext());
    return (await world.db<{ name: string }[]>`select name from outbox`).map(({ name }) => name);
  };
  expect(await woken()).toEqual([]);
  await pass(made, 5);
  expect(await woken()).toEqual(["invoices/reminders.due"]);
  await remindInvoices(world.systemContext());
  await pass(made, 1);
  expect(await woken()).toEqual([]);
  await pass(made, 2);
  expect(await woken()).toEqual(["invoices/due.passed"]);
  await markInvoicesOverdue(world.systemContext());
  expect(await woken()).toEqual([]);
});

it("in test mode on a public chain mails nobody, and says that it was sent", async () => {
  await world.db`update deployments set chain_id = 84532 where mode = 'test'`;
  const made = await sent();
  expect(await mailsOf(made)).toEqual(["invoice ada@x.example withheld"]);
  expect(made.lastEmail).toMatchObject({ status: "withheld", error: "test_mode" });
  expect(await typesOf(made.id)).toEqual(["invoice.created", "invoice.sent"]);
  await world.db`update deployments set chain_id = ${world.chain.chainId} where mode = 'test'`;
});

it("is unknown by an id that there is not", async () => {
  expect(await reasonOf(getInvoice(ctx(), { id: newId("invoice") }))).toBe("resource_missing");
});
