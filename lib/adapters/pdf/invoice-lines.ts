import { formatAmount, formatNumber } from "@/lib/core/amounts/format-amount";
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
  paper.within("Table", () => {
    paper.within("TR", () => drawTableHead(invoice, paper, true));
    for (const line of invoice.lines) paper.within("TR", () => drawLine(paper, invoice, line));
  });
  paper.y += 6;
}

const HEAD = 23;
/** The names of the columns; on further pages they only stand there again. */
function drawTableHead({ currency }: PrintedInvoice, paper: Paper, isFirst = false): void {
  const style = { tag: "column", color: muted, size: 8.5 } as const;
  const names: Cell[] = [
    ["Description", columns.description, textWidth, style],
    ["Quantity", columns.quantity, widths.quantity, { ...style, ...right }],
    [`Price, ${currency}`, columns.price, widths.price, { ...style, ...right }],
    [`Amount, ${currency}`, columns.amount, widths.amount, { ...style, ...right }],
  ];
  for (const name of names) isFirst ? paper.text(...name) : paper.aside(...name);
  paper.y += 16;
  paper.line();
  paper.y += HEAD - 16;
}

function drawLine(paper: Paper, invoice: PrintedInvoice, line: PrintedLine): void {
  paper.cells(["row", "cell", "cell", "cell"], (into) => {
    for (const row of rowsOf(invoice, line)) {
      const height = heightOf(paper, row);
      if (paper.makeRoom(height + 14)) drawTableHead(invoice, paper);
      for (const [at, cell] of row.entries()) into(at, () => paper.text(...cell));
      paper.y += height;
    }
  });
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

const WIDTH = 290;
const NAME = 160;
const left = page.margin + inner - WIDTH;
const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 2 });

/** The sums, the tax, what must be said of it, and the merchant's note. */
export function drawTotals(paper: Paper, invoice: PrintedInvoice): void {
  const money = (amount: string) => formatAmount({ ...invoice, amount }, "en");
  const { taxes, subtotal, total, note } = invoice;
  paper.within("Table", () => {
    if (taxes.length > 0) drawSum(paper, "Subtotal", money(subtotal));
    for (const { rate, taxableAmount, taxAmount } of taxes) {
      const name = `Tax ${percent.format(rate / 10_000)} on ${money(taxableAmount)}`;
      drawSum(paper, name, money(taxAmount));
    }
    drawSum(paper, "Total", money(total), true);
  });
  const notes = [...new Set(taxes.flatMap((tax) => (tax.note ? [tax.note] : [])))];
  for (const text of notes) drawParagraph(paper, text);
  if (note) {
    paper.makeRoom(60);
    paper.y += 10;
    paper.y += paper.text("Note", page.margin, inner, { tag: "H2", color: muted, size: 9 }) + 2;
    for (const line of note.split("\n")) drawParagraph(paper, line || " ", 0);
  }
  if (!paper.isComplete) {
    drawParagraph(paper, "“?” stands for characters that cannot be printed here.");
  }
}

function drawSum(paper: Paper, name: string, amount: string, isTotal = false): void {
  const style = isTotal ? ({ face: "bold", size: 11 } as const) : {};
  const height = Math.max(
    paper.heightOf(name, NAME, style),
    paper.heightOf(amount, WIDTH - NAME, style),
  );
  paper.makeRoom(height + 8);
  paper.within("TR", () => {
    paper.text(name, left, NAME, { tag: "row", ...(isTotal ? style : { color: muted }) });
    const options = { tag: "cell", ...style, ...right } as const;
    paper.text(amount, left + NAME, WIDTH - NAME, options);
  });
  paper.y += height + 6;
}

function drawParagraph(paper: Paper, text: string, above = 8): void {
  const style = { size: 9 } as const;
  const height = paper.heightOf(text, inner, style);
  paper.makeRoom(height + above);
  paper.y += above;
  paper.y += paper.text(text, page.margin, inner, style);
}
