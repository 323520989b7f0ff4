import { formatAmount } from "@/lib/core/format-amount";
import type { PrintedInvoice } from "@/lib/core/invoices/printed-invoice";
import { inner, muted, type Paper, page } from "./paper";

const WIDTH = 290;
const NAME = 160;
const left = page.margin + inner - WIDTH;
const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 2 });

/** The sums, the tax, what must be said of it, and the merchant's note. */
export function drawTotals(paper: Paper, invoice: PrintedInvoice): void {
  const money = (amount: string) => formatAmount({ ...invoice, amount }, "en");
  const { taxes, subtotal, total, note } = invoice;
  if (taxes.length > 0) drawSum(paper, "Subtotal", money(subtotal));
  for (const { rate, taxableAmount, taxAmount } of taxes) {
    const name = `Tax ${percent.format(rate / 10_000)} on ${money(taxableAmount)}`;
    drawSum(paper, name, money(taxAmount));
  }
  drawSum(paper, "Total", money(total), true);
  const notes = [...new Set(taxes.flatMap((tax) => (tax.note ? [tax.note] : [])))];
  for (const text of notes) drawParagraph(paper, text);
  if (note) {
    paper.makeRoom(60);
    paper.y += 10;
    paper.y += paper.text("Note", page.margin, inner, { color: muted, size: 9 }) + 2;
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
  paper.text(name, left, NAME, isTotal ? style : { color: muted });
  paper.text(amount, left + NAME, WIDTH - NAME, { ...style, align: "right" });
  paper.y += height + 6;
}

function drawParagraph(paper: Paper, text: string, above = 8): void {
  const style = { size: 9 } as const;
  const height = paper.heightOf(text, inner, style);
  paper.makeRoom(height + above);
  paper.y += above;
  paper.y += paper.text(text, page.margin, inner, style);
}
