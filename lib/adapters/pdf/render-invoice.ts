import PDFDocument from "pdfkit";
import type { ElectronicInvoice, InvoiceProfile } from "@/lib/core/invoices/factur-x/profile";
import type { PrintedInvoice } from "@/lib/core/invoices/printed-invoice";
import { testNote } from "@/lib/core/invoices/test-note";
import { DocumentFonts } from "./document-fonts";
import { drawFacts, drawHead } from "./invoice-head";
import { drawLines, drawTotals } from "./invoice-lines";
import { muted, Paper, page } from "./paper";

/**
 * An invoice as PDF/A-3b (ISO 19005-3) and PDF/UA-1 (ISO 14289-1) on A4, with its fonts inside. The same invoice gives
 * the same bytes: dates and the document's id come from it.
 * @param electronic the electronic invoice (Factur-X, or XRechnung as its profile) that goes along
 */
export async function renderInvoice(
  invoice: PrintedInvoice,
  electronic?: ElectronicInvoice,
): Promise<Buffer> {
  const issuedAt = new Date(invoice.issuedAt);
  const doc = new PDFDocument({
    size: "A4",
    margin: 0,
    bufferPages: true,
    pdfVersion: "1.7",
    subset: "PDF/A-3b",
    tagged: true,
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
  const fonts = await DocumentFonts.register(doc, textsOf(invoice), countriesOf(invoice));
  if (electronic) attach(doc, electronic, issuedAt);
  describe(doc, electronic?.profile);
  const paper = new Paper(doc, fonts);
  drawHead(paper, invoice);
  drawFacts(paper, invoice);
  drawLines(paper, invoice);
  drawTotals(paper, invoice);
  numberPages(doc, paper, invoice);
  doc.end();
  return bytes;
}

/** All texts of a value. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

const countriesOf = ({ seller, buyer }: PrintedInvoice): string[] =>
  [seller?.country, buyer?.country].filter((country) => typeof country === "string");

function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const pieces: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on("data", (piece: Buffer) => pieces.push(piece));
    doc.once("end", () => resolve(Buffer.concat(pieces)));
    doc.once("error", reject);
  });
}

/** How PDF/A tells readers what properties of another namespace are (ISO 19005-3, 6.6.2.3.3). */
interface Schema {
  readonly name: string;
  readonly uri: string;
  readonly prefix: string;
  readonly category: "internal" | "external";
  readonly type: "Text" | "Integer";
  /** What each property is, by its name. */
  readonly properties: Readonly<Record<string, string>>;
  /** What each says of a document. */
  readonly values: Readonly<Record<string, string>>;
}

/** That a document is accessible (ISO 14289-1, clause 5). */
const universalAccess: Schema = {
  name: "PDF/UA identification schema",
  uri: "http://www.aiim.org/pdfua/ns/id/",
  prefix: "pdfuaid",
  category: "internal",
  type: "Integer",
  properties: { part: "Indicates, which part of ISO 14289 standard is followed" },
  values: { part: "1" },
};

/** How a document names the invoice that it carries, by what that one follows. */
const embedded: Readonly<
  Record<InvoiceProfile, { fileName: string; version: string; level: string }>
> = {
  en16931: { fileName: "factur-x.xml", version: "1.0", level: "EN 16931" },
  // The version is XRechnung's own.
  xrechnung: { fileName: "xrechnung.xml", version: "3.0", level: "XRECHNUNG" },
};

/** That a document carries an invoice of a profile (Factur-X 1.0, 6.2.1). */
const facturXOf = (profile: InvoiceProfile): Schema => ({
  name: "Factur-X PDFA Extension Schema",
  uri: "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#",
  prefix: "fx",
  category: "external",
  type: "Text",
  properties: {
    DocumentFileName: "name of the embedded XML invoice file",
    DocumentType: "INVOICE",
    Version: "The actual version of the Factur-X XML schema",
    ConformanceLevel: "The conformance level of the embedded Factur-X data",
  },
  values: {
    DocumentType: "INVOICE",
    DocumentFileName: embedded[profile].fileName,
    Version: embedded[profile].version,
    ConformanceLevel: embedded[profile].level,
  },
});

const extensionOf = ({ name, uri, prefix, category, type, properties }: Schema) => `
<rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>${name}</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${uri}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>${Object.entries(properties)
  .map(
    ([property, description]) => `
<rdf:li rdf:parseType="Resource">
<pdfaProperty:name>${property}</pdfaProperty:name>
<pdfaProperty:valueType>${type}</pdfaProperty:valueType>
<pdfaProperty:category>${category}</pdfaProperty:category>
<pdfaProperty:description>${description}</pdfaProperty:description>
</rdf:li>`,
  )
  .join("")}
</rdf:Seq></pdfaSchema:property>
</rdf:li>`;

const valuesOf = ({ uri, prefix, values }: Schema) => `
<rdf:Description rdf:about="" xmlns:${prefix}="${uri}">${Object.entries(values)
  .map(
    ([property, value]) => `
<${prefix}:${property}>${value}</${prefix}:${property}>`,
  )
  .join("")}
</rdf:Description>`;

/** Writes into a document's metadata (XMP) what it is. */
function describe(doc: PDFKit.PDFDocument, profile: InvoiceProfile | undefined): void {
  const schemas = profile ? [universalAccess, facturXOf(profile)] : [universalAccess];
  const metadata = `
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag>${schemas.map(extensionOf).join("")}
</rdf:Bag></pdfaExtension:schemas>
</rdf:Description>${schemas.map(valuesOf).join("")}
`;
  (doc as unknown as { appendXML(xml: string): void }).appendXML(metadata);
}

function attach(doc: PDFKit.PDFDocument, { profile, xml }: ElectronicInvoice, at: Date): void {
  const options = {
    name: embedded[profile].fileName,
    type: "text/xml",
    description: "Factur-X invoice",
    creationDate: at,
    modifiedDate: at,
    relationship: "Alternative",
  };
  doc.file(Buffer.from(xml), options);
}

function numberPages(
  doc: PDFKit.PDFDocument,
  paper: Paper,
  { number, mode }: PrintedInvoice,
): void {
  const { start, count } = doc.bufferedPageRange();
  for (let at = 0; at < count; at += 1) {
    doc.switchToPage(start + at);
    paper.y = page.height - page.margin;
    const half = (page.width - 2 * page.margin) / 2;
    const note = mode === "test" ? testNote : "";
    const style = { size: 8, color: muted } as const;
    if (note) paper.aside(note, page.margin, half, style);
    paper.aside(`${number}  ·  Page ${at + 1} of ${count}`, page.margin + half, half, {
      ...style,
      align: "right",
    });
  }
}
