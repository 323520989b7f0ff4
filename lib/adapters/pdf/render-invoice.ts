import PDFDocument from "pdfkit";
import type { PrintedInvoice } from "@/lib/core/invoices/printed-invoice";
import { facturXMetadata, facturXName } from "./factur-x-metadata";
import { registerFonts } from "./fonts";
import { drawFacts, drawHead } from "./invoice-head";
import { drawLines } from "./invoice-lines";
import { drawTotals } from "./invoice-totals";
import { muted, Paper, page } from "./paper";

/**
 * An invoice as PDF/A-3b (ISO 19005-3) on A4, with its fonts inside. The same invoice gives the same bytes: dates and
 * the document's id come from it.
 * @param xml the electronic invoice (Factur-X) that goes along
 */
export async function renderInvoice(invoice: PrintedInvoice, xml?: string): Promise<Buffer> {
  const issuedAt = new Date(invoice.issuedAt);
  const doc = new PDFDocument({
    size: "A4",
    margin: 0,
    bufferPages: true,
    pdfVersion: "1.7",
    subset: "PDF/A-3b",
    lang: "en",
    displayTitle: true,
    // The metadata are XML and take no text that is not ours.
    info: {
      Title: `Invoice ${invoice.number}`,
      Producer: "Stipend",
      Creator: "Stipend",
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  });
  const bytes = collect(doc);
  registerFonts(doc);
  if (xml !== undefined) attach(doc, xml, issuedAt);
  const paper = new Paper(doc);
  drawHead(paper, invoice);
  drawFacts(paper, invoice);
  drawLines(paper, invoice);
  drawTotals(paper, invoice);
  numberPages(doc, invoice);
  doc.end();
  return bytes;
}

function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const pieces: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on("data", (piece: Buffer) => pieces.push(piece));
    doc.once("end", () => resolve(Buffer.concat(pieces)));
    doc.once("error", reject);
  });
}

function attach(doc: PDFKit.PDFDocument, xml: string, at: Date): void {
  const options = {
    name: facturXName,
    type: "text/xml",
    description: "Factur-X invoice",
    creationDate: at,
    modifiedDate: at,
    relationship: "Alternative",
  };
  doc.file(Buffer.from(xml), options);
  (doc as unknown as { appendXML(xml: string): void }).appendXML(facturXMetadata);
}

function numberPages(doc: PDFKit.PDFDocument, { number, mode }: PrintedInvoice): void {
  const { start, count } = doc.bufferedPageRange();
  for (let at = 0; at < count; at += 1) {
    doc.switchToPage(start + at);
    const paper = new Paper(doc);
    paper.y = page.height - page.margin;
    const half = (page.width - 2 * page.margin) / 2;
    const note = mode === "test" ? "Test mode: no real money" : "";
    const style = { size: 8, color: muted } as const;
    if (note) paper.text(note, page.margin, half, style);
    paper.text(`${number}  ·  Page ${at + 1} of ${count}`, page.margin + half, half, {
      ...style,
      align: "right",
    });
  }
}
