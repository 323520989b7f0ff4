import PDFDocument from "pdfkit";
import { expect, test } from "vitest";
import type { PrintedInvoice } from "@/lib/core/invoices/printed-invoice";
import { printedInvoiceSample, printedParty } from "@/testing/printed-invoice";
import { DocumentFonts } from "./document-fonts";
import { drawFacts, drawHead } from "./invoice-head";
import { Paper, page, type TextStyle } from "./paper";

/** Paper that also tells what is written on it, and where. */
class ReadPaper extends Paper {
  readonly written: { text: string; x: number; y: number }[] = [];

  override text(text: string, x: number, width: number, style?: TextStyle): number {
    this.written.push({ text, x, y: this.y });
    return super.text(text, x, width, style);
  }

  override link(text: string, x: number, width: number, url: string, style: TextStyle): number {
    this.written.push({ text: `${text} → ${url}`, x, y: this.y });
    return super.link(text, x, width, url, style);
  }
}

/** The upper part of an invoice's document. @param start where on the page it begins */
async function draw(change: Partial<PrintedInvoice> = {}, start: number = page.margin) {
  const invoice = { ...printedInvoiceSample, ...change };
  const doc = new PDFDocument({ size: "A4", margin: 0, bufferPages: true, tagged: true });
  const paper = new ReadPaper(doc, await DocumentFonts.register(doc, [], []));
  paper.y = start;
  drawHead(paper, invoice);
  drawFacts(paper, invoice);
  const { count } = doc.bufferedPageRange();
  return { written: paper.written, end: paper.y, pages: count };
}

const textsOf = async (change?: Partial<PrintedInvoice>) =>
  (await draw(change)).written.map(({ text }) => text);

test.each<[Partial<PrintedInvoice>, string, string]>([
  [{ status: "draft" }, "Draft", "This draft has not been sent."],
  [{}, "Open", "Due on 5 December 2026."],
  [{ status: "overdue" }, "Overdue", "Was due on 5 December 2026."],
  [
    { status: "paid", paidAt: "2026-11-30T23:30:00.000Z", timeZone: "Europe/Berlin" },
    "Paid",
    "Paid on 1 December 2026.",
  ],
  [{ status: "void" }, "Void", "Müller & Söhne has voided this invoice. Nothing is to be paid."],
])("%j says what is to be done", async (change, state, intro) => {
  expect((await textsOf(change)).slice(0, 5)).toEqual([
    "Müller & Söhne",
    state,
    "Invoice INV-000042",
    "190.00\u00a0USDC",
    intro,
  ]);
});

test("leads to where it is paid, and names the transaction once it is", async () => {
  const [hash, payUrl] = [`0x${"ab".repeat(32)}`, "https://pay.example.com/pay/ps_1"];
  expect(await textsOf()).toContain(`Pay in USDC on Base: ${payUrl} → ${payUrl}`);
  const paid = await textsOf({ txHash: hash });
  expect(paid).toContain(`Transaction on Base: ${hash}`);
  expect(paid.join()).not.toContain(payUrl);
  expect((await textsOf({ payUrl: null })).join()).not.toMatch(/Pay in|Transaction/);
});

test("names both with all that is known of them, and its days", async () => {
  const contact = ["Billing", "+49 30 1234567", "billing@aurora.example"];
  const seller = { ...printedParty, name: "Aurora", reference: "HRB 1", contactLines: contact };
  const facts = { serviceDate: "2026-11-02", buyerReference: "04011000-12345-34" };
  expect((await textsOf({ seller, ...facts })).slice(6)).toEqual([
    ...["From", "Aurora", "Unter den Linden 5", "Germany", "VAT DE123456789", "Ref. HRB 1"],
    ...contact,
    ...["Bill to", "Ada Lovelace", "Unter den Linden 5", "Germany", "VAT DE123456789"],
    "ada@example.com",
    ...["Issued", "21 November 2026", "Due", "5 December 2026"],
    ...["Date of supply", "2 November 2026", "Your reference", "04011000-12345-34"],
  ]);
});

test("leaves out what is not known: without a seller the merchant's name stands", async () => {
  const nothing = { seller: null, buyer: null, customerEmail: null };
  expect((await textsOf(nothing)).slice(6)).toEqual([
    ...["From", "Müller & Söhne"],
    ...["Issued", "21 November 2026", "Due", "5 December 2026"],
  ]);
});

test("a country without a name is written as its code", async () => {
  const seller = { ...printedParty, country: "QX" };
  expect(await textsOf({ seller })).toContain("QX");
});

test("what stands beside each other begins at one height, and what follows below the higher one", async () => {
  const addressLines = Array.from({ length: 6 }, (_, at) => `Line ${at}`);
  for (const side of ["seller", "buyer"]) {
    const { written } = await draw({ [side]: { ...printedParty, addressLines } });
    const at = (text: string) => written.find((one) => one.text === text);
    expect(at("From")?.y).toBe(at("Bill to")?.y);
    expect(at("From")?.x).toBeLessThan(at("Bill to")?.x ?? 0);
    const lowest = Math.max(
      ...written
        .slice(
          0,
          written.findIndex(({ text }) => text === "Issued"),
        )
        .map(({ y }) => y),
    );
    expect(at("Issued")?.y, side).toBeGreaterThan(lowest);
  }
});

test("both stay together: what does not fit goes to the next page", async () => {
  const { written, pages } = await draw({}, page.height - page.margin - 160);
  const at = (text: string) => written.find((one) => one.text === text)?.y ?? 0;
  expect(pages).toBe(2);
  expect(at("From")).toBe(page.margin);
  expect(at("Issued")).toBeGreaterThan(at("From"));
});
