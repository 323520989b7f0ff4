import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { claimMails } from "@/lib/domain/mails/claim-mails";
import { recordMailOutcome } from "@/lib/domain/mails/record-mail-outcome";
import { resendMail } from "@/lib/domain/mails/repair-mail";
import { wordMail } from "@/lib/domain/mails/word-mail";
import { updateCustomer } from "@/lib/domain/payments/customers/update-customer";
import { createWorld, type World } from "@/testing/world";
import { createInvoice } from "./create-invoice";
import { getInvoice } from "./get-invoice";
import { invoiceMails } from "./invoice-mails";
import { markInvoicesOverdue } from "./mark-invoices-overdue";
import { remindInvoices } from "./remind-invoices";
import { sendInvoice } from "./send-invoice";
import type { InvoiceView } from "./view";
import { voidInvoice } from "./void-invoice";

/** Mails that merchants cause towards addresses that may be strangers' are bounded. */

let world: World;
let merchants: string[];
beforeAll(async () => {
  world = await createWorld({
    env: {
      MAIL_DAILY_PER_STRANGER: "5",
      MAIL_DAILY_PER_MERCHANT: "8",
      SUPPORT_EMAIL: "a@b.example",
    },
  });
  merchants = [world.merchant.id, (await world.addMerchant()).id];
});
beforeEach(() => world.db`truncate mails, mail_allowances, identity_users cascade`);
afterAll(() => world.stop());

const ctx = (at = 0) => world.merchantContext({ merchantId: merchants[at] ?? "" });
const lineItems = [{ description: "Consulting", quantity: 1, unitAmount: 1_500_000n }];
const draft = (customerEmail: string, at = 0) =>
  createInvoice(ctx(at), { lineItems, currency: "USDC", customerEmail });
const send = async (email: string, at = 0) => sendInvoice(ctx(at), await draft(email, at));
const outcomeOf = ({ lastEmail }: InvoiceView) => lastEmail?.error ?? lastEmail?.status;
const kindsOf = async ({ id }: InvoiceView) => {
  const rows = await world.db<{ kind: string; state: string }[]>`
    select kind, state from mails where facts ->> 'invoiceId' = ${id} order by created_at, id`;
  return rows.map(({ kind, state }) => [kind, state]);
};
const sentEvents = async ({ id }: InvoiceView) =>
  (await world.db`select from events where resource_id = ${id} and type = 'invoice.sent'`).length;
const seen = (email: string, source: string) => ({
  email,
  source,
  seenAt: "2026-01-02T03:04:05.678Z",
});
const outcomes = async (email: string, count: number, at = 0) => {
  const found: (string | undefined)[] = [];
  while (found.length < count) found.push(outcomeOf(await send(email, at)));
  return found;
};

test("an address gets five a day from all merchants together, in either case", async () => {
  expect(await outcomes("eve@x.example", 3)).toEqual(Array(3).fill("queued"));
  expect(await outcomes("Eve@X.example", 2, 1)).toEqual(Array(2).fill("queued"));
  for (const at of [0, 1]) {
    const invoice = await send("eve@x.example", at);
    expect(invoice).toMatchObject({
      status: "sent",
      lastEmail: { status: "withheld", error: "recipient_limit" },
    });
    expect(await sentEvents(invoice)).toBe(1);
  }
  expect(await outcomes("other@x.example", 1)).toEqual(["queued"]);
});

test("a day later it gets mails again", async () => {
  await outcomes("eve@x.example", 5);
  await world.db`update mail_allowances set expires_at = clock_now()`;
  expect(await outcomes("eve@x.example", 6)).toEqual([
    ...Array(5).fill("queued"),
    "recipient_limit",
  ]);
});

test("many at once are no more than five", async () => {
  const drafts = await Promise.all(Array.from({ length: 8 }, () => draft("eve@x.example")));
  const invoices = await Promise.all(drafts.map((made) => sendInvoice(ctx(), made)));
  expect(invoices.filter((made) => outcomeOf(made) === "queued")).toHaveLength(5);
});

test("a merchant has its own limit, and what it may not send uses up no one else's", async () => {
  for (let at = 0; at < 8; at += 1) expect(outcomeOf(await send(`${at}@x.example`))).toBe("queued");
  expect(await outcomes("eve@x.example", 6)).toEqual(Array(6).fill("merchant_limit"));
  expect(await outcomes("eve@x.example", 5, 1)).toEqual(Array(5).fill("queued"));
});

test("mails that are withheld for their reader use up nothing of the merchant's", async () => {
  await outcomes("eve@x.example", 7);
  expect(await outcomes("other@x.example", 3)).toEqual(Array(3).fill("queued"));
  expect(await outcomes("third@x.example", 1)).toEqual(["merchant_limit"]);
});

test("each kind of them counts", async () => {
  const made = await send("eve@x.example");
  const hourAgo = world.db`update invoices set mailed_at = mailed_at - interval '1 hour'`;
  await hourAgo;
  await sendInvoice(ctx(), made);
  await world.db`
    update invoices set due_at = due_at - interval '20 days' where id = ${made.id}`;
  await markInvoicesOverdue(world.systemContext());
  await world.db`update invoices set delivered_at = clock_now() where id = ${made.id}`;
  await voidInvoice(ctx(), made);
  const kinds = await world.db<{ kind: string }[]>`
    select distinct kind from mails where facts ->> 'invoiceId' = ${made.id} order by kind`;
  expect(kinds.map(({ kind }) => kind)).toEqual(["invoice", "invoice_overdue", "invoice_voided"]);
  const [counted] = await world.db`select max(mails)::int as most from mail_allowances`;
  expect(counted).toEqual({ most: 4 });
});

test("an address that a sign-in has proved is not counted", async () => {
  await world.db`
    insert into identity_users (id, email) values ('idu_x', 'Eve@x.example')`;
  expect(await outcomes("eve@x.example", 7)).toEqual(Array(7).fill("queued"));
});

test("one that a payment has proved neither, in the mode of the payment alone", async () => {
  const prove = (mode: string) => world.db`
    update customers set mode = ${mode} where email = 'eve@x.example'`;
  await world.db`insert into customers ${world.db({
    id: "cus_proved",
    merchantId: merchants[1] ?? "",
    mode: "live",
    walletAddress: `0x${"33".repeat(20)}`,
    email: "eve@x.example",
    emailSource: "payment",
    emailHistory: world.db.json([seen("Eve@X.example", "payment")]),
  })}`;
  expect(await outcomes("eve@x.example", 6)).toContain("recipient_limit");
  await prove("test");
  expect(await outcomes("eve@x.example", 6)).toEqual(Array(6).fill("queued"));
  await world.db`
    update customers set email_source = 'checkout',
      email_history = ${world.db.json([seen("eve@x.example", "checkout"), seen("eve@x.example", "merchant")])}
    where id = 'cus_proved'`;
  expect(await outcomes("eve@x.example", 1)).toEqual(["recipient_limit"]);
});

test("what a payment has proved stays so when the merchant names the address, or another one", async () => {
  const [mallory, eve] = ["mallory@x.example", "eve.paid@x.example"];
  await world.db`insert into customers ${world.db({
    id: "cus_named",
    merchantId: merchants[1] ?? "",
    mode: "test",
    walletAddress: `0x${"44".repeat(20)}`,
    email: eve,
    emailSource: "payment",
    emailHistory: world.db.json([seen(mallory, "checkout"), seen(eve, "payment")]),
  })}`;
  for (const email of [eve, "other@x.example", null]) {
    await world.db`truncate mail_allowances`;
    await updateCustomer(ctx(1), { id: "cus_named", email });
    expect(await outcomes(eve, 6)).toEqual(Array(6).fill("queued"));
  }
  expect(await outcomes(mallory, 6)).toContain("recipient_limit");
});

test("each of them names this installation, and where misuse is reported", async () => {
  await send("eve@x.example");
  const [stored] = await world.db<Parameters<typeof wordMail>[1][]>`select * from mails`;
  if (!stored) throw new Error("a mail was queued");
  for (const { kind } of Object.values(invoiceMails)) {
    const { footer } = wordMail(world.systemContext(), { ...stored, kind });
    expect(footer).toContain(new URL(world.config.APP_URL).host);
    expect(footer).toContain("a@b.example");
  }
});

test("an invoice is shown with what came of its mail", async () => {
  await outcomes("eve@x.example", 5);
  const { id } = await send("eve@x.example");
  expect(await getInvoice(ctx(), { id })).toMatchObject({
    lastEmail: { status: "withheld", error: "recipient_limit" },
  });
});

test("a customer whose mails were all withheld gets the invoice first, and no word of its end", async () => {
  await outcomes("eve@x.example", 5);
  const [made, ended] = [await send("eve@x.example"), await send("eve@x.example")];
  await voidInvoice(ctx(), ended);
  expect(await kindsOf(ended)).toEqual([["invoice", "withheld"]]);
  await expect(sendInvoice(ctx(), made)).rejects.toMatchObject({
    code: "rate_limited",
    message: expect.stringContaining("held the last email back"),
  });
  await world.db`update mail_allowances set expires_at = clock_now()`;
  await world.db`update invoices set last_email_at = last_email_at - interval '1 hour'`;
  await sendInvoice(ctx(), made);
  expect(await kindsOf(made)).toEqual([
    ["invoice", "withheld"],
    ["invoice", "queued"],
  ]);
  expect(await sentEvents(made)).toBe(1);
});

test("an invoice that a limit withheld has been mailed once a server took it from an operator", async () => {
  await outcomes("eve@x.example", 5);
  const made = await send("eve@x.example");
  await world.db`update mail_allowances set expires_at = clock_now()`;
  const [mail] = await world.db<{ id: string }[]>`
    select id from mails where facts ->> 'invoiceId' = ${made.id}`;
  if (!mail) throw new Error("a mail was withheld");
  const reason = { command: "resend-mail", reason: "the merchant is known" };
  const actor = { kind: "operator", name: "ada", ...reason } as const;
  await resendMail({ ...world.systemContext(), actor }, mail.id);
  const due = await claimMails(world.db, { room: 20, domain: "stipend.example" });
  const claimed = due.find(({ id }) => id === mail.id);
  if (!claimed) throw new Error("it is queued again");
  const outcome = { kind: "accepted", failure: null, response: "250 OK" } as const;
  await recordMailOutcome(world.systemContext(), claimed, outcome);
  await expect(sendInvoice(ctx(), made)).rejects.toMatchObject({
    code: "rate_limited",
    message: expect.stringContaining("within the last hour"),
  });
  await world.db`update invoices set remind_at = clock_now() where id = ${made.id}`;
  await remindInvoices(world.systemContext());
  await voidInvoice(ctx(), made);
  expect(await kindsOf(made)).toEqual([
    ["invoice", "sent"],
    ["invoice_reminder", "queued"],
    ["invoice_voided", "queued"],
  ]);
  expect(await sentEvents(made)).toBe(1);
});

test("the automatic reminder of an invoice that was withheld is the invoice itself", async () => {
  await outcomes("eve@x.example", 5);
  const { id } = await send("eve@x.example");
  await world.db`update mail_allowances set expires_at = clock_now()`;
  await world.db`update invoices set remind_at = clock_now() where id = ${id}`;
  await remindInvoices(world.systemContext());
  const kinds = await world.db<{ kind: string }[]>`
    select kind from mails where facts ->> 'invoiceId' = ${id} and state = 'queued'`;
  expect(kinds.map(({ kind }) => kind)).toEqual(["invoice"]);
});
