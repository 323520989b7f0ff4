import { formatAmount } from "@/lib/core/amounts/format-amount";
import {
  nameOnly,
  type PrintedInvoice,
  type PrintedParty,
} from "@/lib/core/invoices/printed-invoice";
import { calendarDay, dayInWords } from "@/lib/core/time/calendar-day";
import { inner, muted, type Paper, page } from "./paper";

const GAP = 24;
const half = (inner - GAP) / 2;

const stated = {
  draft: "Draft",
  sent: "Open",
  overdue: "Overdue",
  paid: "Paid",
  void: "Void",
} as const satisfies Record<PrintedInvoice["status"], string>;

/** A day of the merchant's calendar, like "21 November 2026". */
const dayOf = (iso: string, { timeZone }: PrintedInvoice): string =>
  dayInWords(calendarDay(iso, timeZone), "en-GB");

/** Who bills, how much, and what is to be done about it. */
export function drawHead(paper: Paper, invoice: PrintedInvoice): void {
  const { merchantName, number, status, refunded, total } = invoice;
  const x = page.margin;
  const below = paper.text(merchantName, x, inner - 140, { face: "bold", size: 13 }) + 18;
  const standing = refunded ? "Refunded" : stated[status];
  paper.text(standing, x + inner - 120, 120, { face: "bold", align: "right", size: 11 });
  paper.y += below;
  paper.y += paper.text(`Invoice ${number}`, x, inner, { tag: "H1", color: muted, size: 11 }) + 3;
  const amount = formatAmount({ ...invoice, amount: total }, "en");
  paper.y += paper.text(amount, x, inner, { face: "bold", size: 22 }) + 2;
  paper.y += paper.text(introOf(invoice), x, inner, { size: 10.5 }) + 4;
  drawPayment(paper, invoice);
  paper.y += 14;
}

function introOf(invoice: PrintedInvoice): string {
  const { status, dueAt, paidAt, merchantName, refunded } = invoice;
  if (status === "draft") return "This draft has not been sent.";
  if (status === "void") return `${merchantName} has voided this invoice. Nothing is to be paid.`;
  if (status === "paid" && paidAt) {
    return `Paid on ${dayOf(paidAt, invoice)}${refunded ? ", and refunded since" : ""}.`;
  }
  return `${status === "overdue" ? "Was due" : "Due"} on ${dayOf(dueAt, invoice)}.`;
}

function drawPayment(paper: Paper, { payUrl, txHash, currency, network }: PrintedInvoice): void {
  const style = { color: muted, size: 9 } as const;
  if (txHash) {
    paper.y += paper.text(`Transaction on ${network}: ${txHash}`, page.margin, inner, style);
  } else if (payUrl) {
    const text = `Pay in ${currency} on ${network}: ${payUrl}`;
    paper.y += paper.link(text, page.margin, inner, payUrl, style);
  }
}

/** Who bills whom, and when. */
export function drawFacts(paper: Paper, invoice: PrintedInvoice): void {
  const { seller, buyer, customerEmail, merchantName } = invoice;
  const left = page.margin;
  const right = left + half + GAP;
  paper.line();
  paper.y += 14;
  const from = seller ?? nameOnly(merchantName);
  const to = [...(buyer ? partyLines(buyer) : []), ...(customerEmail ? [customerEmail] : [])];
  drawSideBySide(paper, [
    { x: left, name: "From", lines: partyLines(from) },
    { x: right, name: "Bill to", lines: to },
  ]);
  drawSideBySide(paper, [
    { x: left, name: "Issued", lines: [dayOf(invoice.issuedAt, invoice)] },
    { x: right, name: "Due", lines: [dayOf(invoice.dueAt, invoice)] },
  ]);
  const { serviceDate, buyerReference } = invoice;
  drawSideBySide(paper, [
    {
      x: left,
      name: "Date of supply",
      lines: serviceDate ? [dayInWords(serviceDate, "en-GB")] : [],
    },
    { x: right, name: "Your reference", lines: buyerReference ? [buyerReference] : [] },
  ]);
  paper.y += 6;
}

const countries = new Intl.DisplayNames("en", { type: "region" });

function partyLines(party: PrintedParty): string[] {
  const { name, addressLines, country, vatId, reference, contactLines } = party;
  return [
    name,
    ...addressLines,
    ...(country ? [countries.of(country) ?? country] : []),
    ...(vatId ? [`VAT ${vatId}`] : []),
    ...(reference ? [`Ref. ${reference}`] : []),
    ...contactLines,
  ];
}

interface Entry {
  readonly x: number;
  readonly name: string;
  readonly lines: readonly string[];
}

/** Writes entries beside each other, as high as the higher one; those without lines are left out. */
function drawSideBySide(paper: Paper, entries: readonly Entry[]): void {
  const shown = entries.filter(({ lines }) => lines.length > 0);
  if (shown.length === 0) return;
  const high = ({ lines }: Entry) =>
    lines.reduce((sum, line) => sum + paper.heightOf(line, half, { face: "bold" }), 20);
  paper.makeRoom(Math.max(...shown.map(high)));
  const top = paper.y;
  const ends = shown.map(({ x, name, lines }) => {
    paper.y = top;
    paper.y += paper.text(name, x, half, { tag: "H2", color: muted, size: 9 }) + 2;
    const [first = "", ...rest] = lines;
    paper.y += paper.text(first, x, half, { face: "bold" });
    for (const line of rest) paper.y += paper.text(line, x, half);
    return paper.y;
  });
  paper.y = Math.max(...ends) + 12;
}
