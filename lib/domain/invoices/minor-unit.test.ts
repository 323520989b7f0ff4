import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeFacturX } from "@/lib/core/invoices/factur-x/factur-x";
import { calendarDay } from "@/lib/core/time/calendar-day";
import { findAll, readXml } from "@/testing/read-xml";
import { createWorld, type World } from "@/testing/world";
import { createInvoice } from "./create-invoice";
import { duplicateInvoice } from "./duplicate-invoice";
import { findInvoice } from "./find-invoice";
import { type InvoiceFacts, invoiceMails } from "./invoice-mails";
import { billedInvoice, isRepresentable } from "./is-representable";
import { pageOf } from "./load-invoice-page";
import { printedInvoice } from "./printed-invoice";
import { sendInvoice } from "./send-invoice";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const ctx = () => world.merchantContext();
const address = { country: "DE" };
const parties = {
  seller: { legalName: "Aurora GmbH", address, vatId: "DE123456789" },
  buyer: { legalName: "Engines Ltd", address },
};
const item = {
  description: "Consulting",
  quantity: 1,
  unitAmount: 120_500_000n,
  taxCategory: "S",
  taxRate: 1_900,
} as const;
const draft = (change: object = {}) =>
  createInvoice(ctx(), {
    lineItems: [item],
    currency: "USDC",
    customerEmail: "ada@x.example",
    ...parties,
    ...change,
  });
const setZone = (timeZone: string) => world.db`update merchants set time_zone = ${timeZone}`;

/** What the mail of an invoice says. */
async function mailOf(id: string) {
  const [mail] = await world.db<{ facts: InvoiceFacts }[]>`
    select facts from mails where kind = 'invoice' and facts ->> 'invoiceId' = ${id}`;
  if (!mail) throw new Error("the invoice was mailed");
  return invoiceMails.invoice.body(mail.facts);
}

describe("money on documents", () => {
  test("is in cents: 19 % of 120.50 makes 143.40, on the page, in the mail, the PDF and the XML", async () => {
    const made = await sendInvoice(ctx(), await draft());
    expect(made).toMatchObject({ taxTotal: 22_900_000n, total: 143_400_000n, rounding: "cent" });
    const row = await findInvoice(ctx(), made.id);
    expect(isRepresentable(ctx(), row)).toBe(true);
    expect((await pageOf(ctx(), row)).total).toBe("143400000");
    expect((await printedInvoice(ctx(), row)).total).toBe("143400000");
    expect((await mailOf(made.id)).facts).toContainEqual(["Total", "143.40\u00a0USDC"]);
    const xml = readXml(writeFacturX(billedInvoice(ctx(), row)).xml);
    const sums =
      "rsm:SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation";
    expect(findAll(xml, `${sums}/GrandTotalAmount`)[0]?.text).toBe("143.40");
    const [session] =
      await world.db`select amount from payment_sessions where id = ${made.sessionId}`;
    expect(String(session?.amount)).toBe("143400000");
  });

  test("keeps six decimals where that is asked for, and so does the invoice's duplicate", async () => {
    const made = await draft({ rounding: "token" });
    expect(made).toMatchObject({ total: 143_395_000n, rounding: "token" });
    const again = await duplicateInvoice(ctx(), { id: made.id });
    expect(again).toMatchObject({ total: 143_395_000n, rounding: "token" });
  });

  test("of before the rule stays as it was asked for", async () => {
    const old = await draft({ rounding: "token" });
    const whole = await draft({ lineItems: [{ ...item, unitAmount: 100_000_000n }] });
    await world.db`update invoices set rounding = 'cent'`;
    const statements = readFileSync("db/migrations/0053_minor-unit.sql", "utf8");
    await world.db.unsafe(statements.slice(statements.indexOf('UPDATE "invoices"')));
    const rows = await world.db<{ id: string; rounding: string }[]>`
      select id, rounding from invoices where id in (${old.id}, ${whole.id})`;
    expect(new Map(rows.map(({ id, rounding }) => [id, rounding]))).toEqual(
      new Map([
        [old.id, "token"],
        [whole.id, "cent"],
      ]),
    );
  });
});

describe("the days of an invoice", () => {
  test("are of the merchant's time zone, in every document of it", async () => {
    await setZone("Pacific/Auckland");
    const made = await sendInvoice(ctx(), await draft({ serviceDate: "2026-11-30" }));
    // 7 pm of 4 December in London is 8 am of 5 December in Auckland.
    await world.db`
      update invoices set due_at = '2026-12-04T19:00:00Z' where id = ${made.id}`;
    const row = await findInvoice(ctx(), made.id);
    const page = await pageOf(ctx(), row);
    expect(calendarDay(page.dueAt, page.timeZone)).toBe("2026-12-05");
    expect(await printedInvoice(ctx(), row)).toMatchObject({
      dueAt: page.dueAt,
      timeZone: "Pacific/Auckland",
    });
    expect(billedInvoice(ctx(), row)).toMatchObject({
      dueOn: "2026-12-05",
      issuedOn: calendarDay(made.createdAt, "Pacific/Auckland"),
    });
    const [mail] = await world.db<{ facts: InvoiceFacts }[]>`
      select facts from mails where facts ->> 'invoiceId' = ${made.id}`;
    const facts = { ...(mail?.facts as InvoiceFacts), dueAt: page.dueAt };
    expect(invoiceMails.reminder.subject(facts)).toContain("due on December 5, 2026");
  });

  test("stay what they were when the merchant moves", async () => {
    await setZone("Asia/Tokyo");
    const made = await draft();
    await setZone("UTC");
    expect((await findInvoice(ctx(), made.id)).timeZone).toBe("Asia/Tokyo");
    expect((await draft()).timeZone).toBe("UTC");
  });
});
