import { expect, type Page, test } from "@playwright/test";
import type { Invoice } from "@/sdk/src/types.generated";
import { isInOrder } from "./in-looks";
import { followLink, openMail } from "./inbox";
import { pagesOf } from "./pages-of";
import { payPage } from "./pay-page";
import { merchantApi, type Stack } from "./stack";
import { startStack } from "./start-stack";

let stack: Stack;
let stop = async () => {};

// A stack of its own: here the clock is moved.
test.beforeAll(async () => {
  ({ stack, stop } = await startStack());
});
test.afterAll(() => stop());

const ada = { customerName: "Ada Lovelace", customerEmail: "ada@example.com" };

/** Makes an invoice of two lines, one of them taxed, and mails it. */
async function send(change: object = {}): Promise<Invoice> {
  const { invoices } = merchantApi(stack);
  const draft = await invoices.create({
    currency: "USDC",
    lineItems: [
      {
        description: "Roasting course",
        quantity: 3,
        unitAmount: "15000000",
        unit: "hour",
        taxCategory: "S",
        taxRate: 1_900,
      },
      { description: "Two bags of Sidamo", quantity: 1, unitAmount: "4500000" },
    ],
    ...ada,
    note: "Thank you for your visit.",
    ...change,
  });
  return invoices.send({ id: draft.id });
}

const read = ({ id }: Invoice) => merchantApi(stack).invoices.get({ id });

/** The subjects of what the customer and the merchant are mailed. */
const mails = {
  invoice: ({ number }: Invoice) => `Invoice ${number} from Acme Coffee`,
  reminder: ({ number }: Invoice) => `Reminder: invoice ${number}`,
  overdue: ({ number }: Invoice) => `Overdue: invoice ${number}`,
  voided: ({ number }: Invoice) => `Invoice ${number} from Acme Coffee was cancelled`,
  receipt: ({ number }: Invoice) => `Receipt: invoice ${number}`,
  wasPaid: ({ number }: Invoice) => `Invoice ${number} is paid`,
};

const openMailOf = (page: Page, invoice: Invoice, kind: keyof typeof mails) =>
  openMail(page, stack, {
    to: kind === "wasPaid" ? "owner@acme.example" : ada.customerEmail,
    subject: mails[kind](invoice),
  });

/** Opens the invoice's page from the mail about it. */
async function openFromMail(
  page: Page,
  invoice: Invoice,
  kind: keyof typeof mails,
  button: string,
): Promise<Page> {
  await openMailOf(page, invoice, kind);
  return followLink(page, button);
}

/** Pays on the page that the invoice's button leads to, and comes back. */
async function payOn(invoicePage: Page): Promise<void> {
  await invoicePage.getByRole("link", { name: /^Pay 58\.05/ }).click();
  const pay = payPage(invoicePage);
  await pay.choose("Test wallet");
  await pay.signAndPay();
}

const badge = (page: Page, status: string) => page.getByText(status, { exact: true }).first();

/** On paper: the invoice in full, and nothing to press. */
async function isPrinted(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("complementary", { name: "Test mode" })).toBeHidden();
  await expect(page.getByText("Test: no real money moves")).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^Pay|^View/ })).toHaveCount(0);
  await expect(page.getByRole("columnheader", { name: "Quantity" })).toBeVisible();
  for (const format of ["A4", "Letter"] as const) {
    expect(pagesOf(await page.pdf({ format }))).toBe(1);
  }
  await page.emulateMedia({ media: null });
}

test("an invoice is opened from its mail and paid, and the receipt is mailed", {
  tag: "@flow",
}, async ({ page }) => {
  const invoice = await send();
  const invoicePage = await openFromMail(page, invoice, "invoice", "View and pay");
  await expect(badge(invoicePage, "Open")).toBeVisible();
  await expect(invoicePage.getByText("58.05\u00a0USDC").first()).toBeVisible();
  await expect(invoicePage.getByRole("row", { name: /Roasting course/ })).toContainText("45.00");
  await isInOrder(invoicePage);
  await isPrinted(invoicePage);
  await payOn(invoicePage);
  await openMailOf(page, invoice, "receipt");
  await openMailOf(page, invoice, "wasPaid");
  await invoicePage.goto(invoice.hostedUrl ?? "");
  await expect(badge(invoicePage, "Paid")).toBeVisible();
  await expect(invoicePage.getByRole("link", { name: /^Pay/ })).toHaveCount(0);
  await expect(invoicePage.getByText(/0x[0-9a-f]{64}/)).toBeVisible();
  await isInOrder(invoicePage);
  await isPrinted(invoicePage);
  await invoicePage.getByRole("link", { name: "View receipt" }).click();
  await expect(payPage(invoicePage).heading("Payment complete")).toBeVisible();
  expect(await read(invoice)).toMatchObject({ status: "paid" });
});

test("one that is voided asks for nothing, and cannot be paid", async ({ page }) => {
  const invoice = await send();
  const invoicePage = await openFromMail(page, invoice, "invoice", "View and pay");
  await invoicePage.getByRole("link", { name: /^Pay/ }).click();
  const pay = payPage(invoicePage);
  await expect(pay.button("Test wallet")).toBeEnabled();
  const payUrl = invoicePage.url();
  await merchantApi(stack).invoices.void({ id: invoice.id });
  // Whoever has the page open is told.
  await expect(pay.heading("This payment was cancelled")).toBeVisible();
  await expect(invoicePage.getByRole("button", { name: /wallet/i })).toHaveCount(0);
  const voided = await openFromMail(page, invoice, "voided", "View invoice");
  await expect(badge(voided, "Void")).toBeVisible();
  await expect(voided.getByText("Please do not pay it.")).toBeVisible();
  await expect(voided.getByRole("link", { name: /^Pay|^View/ })).toHaveCount(0);
  await isInOrder(voided);
  await isPrinted(voided);
  await voided.goto(payUrl);
  await expect(payPage(voided).heading("This payment was cancelled")).toBeVisible();
  expect(await read(invoice)).toMatchObject({ status: "void" });
});

test("readers in every time zone see the days of the merchant's calendar", async ({ browser }) => {
  const invoice = await send({ customerName: "株式会社オーロラ" });
  const seen: (string | null)[] = [];
  for (const timezoneId of ["Pacific/Auckland", "America/Los_Angeles", "UTC"]) {
    const context = await browser.newContext({ timezoneId });
    const page = await context.newPage();
    await page.goto(invoice.hostedUrl ?? "");
    await expect(page.getByText("株式会社オーロラ")).toBeVisible();
    seen.push(await page.getByText(/^Please pay by/).textContent());
    await context.close();
  }
  expect(new Set(seen).size).toBe(1);
  const day = new Date(invoice.dueAt).getUTCDate();
  expect(seen[0]).toContain(` ${day}`);
});

test("one that is overdue says so, by mail too, and is paid all the same", async ({ page }) => {
  const invoice = await send({ dueInDays: 5 });
  await openMailOf(page, invoice, "invoice");
  const { testClock } = merchantApi(stack);
  expect(await testClock.advance({ by: "4d" })).toMatchObject({ finished: true });
  await openMailOf(page, invoice, "reminder");
  expect(await testClock.advance({ by: "2d" })).toMatchObject({ finished: true });
  expect(await read(invoice)).toMatchObject({ status: "overdue" });
  const invoicePage = await openFromMail(page, invoice, "overdue", "View and pay");
  await expect(badge(invoicePage, "Overdue")).toBeVisible();
  await expect(invoicePage.getByText("You can still pay it.")).toBeVisible();
  await isInOrder(invoicePage);
  await isPrinted(invoicePage);
  await payOn(invoicePage);
  await openMailOf(page, invoice, "receipt");
  await invoicePage.goto(invoice.hostedUrl ?? "");
  await expect(badge(invoicePage, "Paid")).toBeVisible();
  expect(await read(invoice)).toMatchObject({ status: "paid" });
});
