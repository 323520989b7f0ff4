import { formatNumber } from "@/lib/core/format-amount";
import type { PrintedInvoice, PrintedLine } from "@/lib/core/invoices/printed-invoice";
import { inner, muted, type Paper, page, type TextStyle } from "./paper";

/** Widths of the columns, from the left; what is left is the description's. */
const widths = { quantity: 78, price: 92, amount: 98 };
const GAP = 10;
const textWidth = inner - widths.quantity - widths.price - widths.amount - 3 * GAP;
const columns = {
  description: page.margin,
  quantity: page.margin + textWidth + GAP,
  price: page.margin + textWidth + 2 * GAP + widths.quantity,
  amount: page.margin + inner - widths.amount,
};
const count = new Intl.NumberFormat("en");
const right = { align: "right" } as const;

/** So many lines of a description fit on a page, however each of them wraps. */
const MOST_PARAGRAPHS = 10;

/** What is billed. Each page begins with the head of the table. */
export function drawLines(paper: Paper, invoice: PrintedInvoice): void {
  const [first] = invoice.lines.slice(0, 1).flatMap((line) => rowsOf(invoice, line));
  paper.makeRoom(HEAD + (first ? heightOf(paper, first) + 14 : 0));
  drawTableHead(paper, invoice);
  for (const line of invoice.lines) drawLine(paper, invoice, line);
  paper.y += 6;
}

const HEAD = 23;
function drawTableHead(paper: Paper, { currency }: PrintedInvoice): void {
  const style = { color: muted, size: 8.5 } as const;
  paper.text("Description", columns.description, textWidth, style);
  paper.text("Quantity", columns.quantity, widths.quantity, { ...style, ...right });
  paper.text(`Price, ${currency}`, columns.price, widths.price, { ...style, ...right });
  paper.text(`Amount, ${currency}`, columns.amount, widths.amount, { ...style, ...right });
  paper.y += 16;
  paper.line();
  paper.y += HEAD - 16;
}

function drawLine(paper: Paper, invoice: PrintedInvoice, line: PrintedLine): void {
  for (const row of rowsOf(invoice, line)) {
    const height = heightOf(paper, row);
    if (paper.makeRoom(height + 14)) drawTableHead(paper, invoice);
    for (const [text, x, width, style] of row) paper.text(text, x, width, style);
    paper.y += height;
  }
  paper.y += 6;
  paper.line();
  paper.y += 7;
}

type Cell = readonly [text: string, x: number, width: number, style: TextStyle];

/** A line as rows that fit on a page each: of a very long description, what is left follows by itself. */
function rowsOf(invoice: PrintedInvoice, line: PrintedLine): Cell[][] {
  const number = (amount: string) => formatNumber(amount, invoice.decimals, "en");
  const paragraphs = line.description.split("\n");
  const rows: Cell[][] = [];
  for (let at = 0; at < paragraphs.length; at += MOST_PARAGRAPHS) {
    const text = paragraphs.slice(at, at + MOST_PARAGRAPHS).join("\n");
    rows.push([[text, columns.description, textWidth, {}]]);
  }
  rows[0]?.push(
    [countOf(line), columns.quantity, widths.quantity, right],
    [number(line.unitAmount), columns.price, widths.price, right],
    [number(line.amount), columns.amount, widths.amount, { ...right, face: "bold" }],
  );
  return rows;
}

function heightOf(paper: Paper, row: readonly Cell[]): number {
  return Math.max(...row.map(([text, , width, style]) => paper.heightOf(text, width, style)));
}

function countOf({ quantity, unit }: PrintedLine): string {
  const text = count.format(quantity);
  return unit ? `${text} ${unit}` : text;
}
