import { formatNumber } from "@/lib/core/format-amount";
import type { PrintedInvoice, PrintedLine } from "@/lib/core/invoices/printed-invoice";
import { inner, muted, type Paper, page } from "./paper";

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

/** What is billed. Each page begins with the head of the table. */
export function drawLines(paper: Paper, invoice: PrintedInvoice): void {
  drawTableHead(paper, invoice);
  for (const line of invoice.lines) drawLine(paper, invoice, line);
  paper.y += 6;
}

function drawTableHead(paper: Paper, { currency }: PrintedInvoice): void {
  const style = { color: muted, size: 8.5 } as const;
  paper.text("Description", columns.description, textWidth, style);
  paper.text("Quantity", columns.quantity, widths.quantity, { ...style, ...right });
  paper.text(`Price, ${currency}`, columns.price, widths.price, { ...style, ...right });
  paper.text(`Amount, ${currency}`, columns.amount, widths.amount, { ...style, ...right });
  paper.y += 16;
  paper.line();
  paper.y += 7;
}

function drawLine(paper: Paper, invoice: PrintedInvoice, line: PrintedLine): void {
  const number = (amount: string) => formatNumber(amount, invoice.decimals, "en");
  const cells = [
    [line.description, columns.description, textWidth, {}],
    [countOf(line), columns.quantity, widths.quantity, right],
    [number(line.unitAmount), columns.price, widths.price, right],
    [number(line.amount), columns.amount, widths.amount, { ...right, face: "bold" }],
  ] as const;
  const height = Math.max(
    ...cells.map(([text, , width, style]) => paper.heightOf(text, width, style)),
  );
  if (paper.makeRoom(height + 14)) drawTableHead(paper, invoice);
  for (const [text, x, width, style] of cells) paper.text(text, x, width, style);
  paper.y += height + 6;
  paper.line();
  paper.y += 7;
}

function countOf({ quantity, unit }: PrintedLine): string {
  const text = count.format(quantity);
  return unit ? `${text} ${unit}` : text;
}
