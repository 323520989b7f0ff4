import PDFDocument from "pdfkit";
import type { PrintedInvoice } from "@/lib/core/invoices/printed-invoice";
import { drawFacts, drawHead } from "./invoice-head";
import { drawLines, drawTotals } from "./invoice-lines";
import { muted, Paper, page, registerFonts } from "./paper";

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

/** How PDF/A tells readers what the `fx` properties are (ISO 19005-3, 6.6.2.3.3; Factur-X 1.0, 6.2.1). */
const properties = {
  DocumentFileName: "name of the embedded XML invoice file",
  DocumentType: "INVOICE",
  Version: "The actual version of the Factur-X XML schema",
  ConformanceLevel: "The conformance level of the embedded Factur-X data",
};

const property = ([name, description]: [string, string]) => `
<rdf:li rdf:parseType="Resource">
<pdfaProperty:name>${name}</pdfaProperty:name>
<pdfaProperty:valueType>Text</pdfaProperty:valueType>
<pdfaProperty:category>external</pdfaProperty:category>
<pdfaProperty:description>${description}</pdfaProperty:description>
</rdf:li>`;

/** The name of the XML in a Factur-X document. */
const facturXName = "factur-x.xml";

/** XMP that says that a document carries an invoice of the profile EN 16931. */
const facturXMetadata = `
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>${Object.entries(properties).map(property).join("")}
</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
<fx:DocumentType>INVOICE</fx:DocumentType>
<fx:DocumentFileName>${facturXName}</fx:DocumentFileName>
<fx:Version>1.0</fx:Version>
<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
`;

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
