import type { Face } from "@/lib/adapters/fonts/font-path";
import type { DocumentFonts } from "./document-fonts";
import { isReordered, linesOf, needsLayout, type Piece } from "./text-lines";

/** Points. */
export const page = { width: 595.28, height: 841.89, margin: 48 } as const;
export const inner = page.width - 2 * page.margin;
/** Above the page numbers. */
const bottom = page.height - page.margin - 18;

const ink = "#1b1a17";
export const muted = "#6b675e";
const rule = "#d9d4c8";
const LINE_GAP = 1.5;
/** Lines with letters of other scripts are higher: Thai and Arabic have marks above each other. */
const HIGHER = 1.2;
/** What an element is to readers that speak a document (ISO 32000-1, 14.8.4). A header cell is of a column or a row. */
const elements = {
  P: { type: "P" },
  H1: { type: "H1" },
  H2: { type: "H2" },
  column: { type: "TH", scope: "Column" },
  row: { type: "TH", scope: "Row" },
  cell: { type: "TD" },
  Table: { type: "Table" },
  TR: { type: "TR" },
} as const;
export type Tag = Exclude<keyof typeof elements, "Table" | "TR">;

export interface TextStyle {
  /** `P` without one. */
  readonly tag?: Tag;
  readonly face?: Face;
  readonly size?: number;
  readonly color?: string;
  readonly align?: "left" | "right";
}

interface Drawn {
  readonly face: Face;
  readonly size: number;
}

/** Where the base line is in a line, as Noto Sans has it: its ascender's part of its height. */
const BASE_LINE = 0.785;

/**
 * A document that is written from the top down, over as many pages as it takes. It is tagged (ISO 14289-1, PDF/UA): what
 * is written stands in an element, in the order of writing, and lines and page numbers are artifacts.
 */
export class Paper {
  readonly #doc: PDFKit.PDFDocument;
  readonly #fonts: DocumentFonts;
  #parent: PDFKit.PDFStructureElement;
  #y: number = page.margin;
  #isComplete = true;

  constructor(doc: PDFKit.PDFDocument, fonts: DocumentFonts) {
    this.#doc = doc;
    this.#fonts = fonts;
    this.#parent = doc.struct("Document");
    doc.addStructure(this.#parent);
  }

  /** Whether the fonts had every character. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  get y(): number {
    return this.#y;
  }

  set y(to: number) {
    this.#y = to;
  }

  /** Writes a text into a column, as an element of its own. @returns its height */
  text(text: string, x: number, width: number, style: TextStyle = {}): number {
    let height = 0;
    const element = this.#add(style.tag ?? "P", isReordered(text) ? text : undefined);
    element.add(() => {
      height = this.#write(text, x, width, style);
    });
    element.end();
    return height;
  }

  /** Writes an artifact: what stands elsewhere too, or says nothing of the invoice. */
  aside(text: string, x: number, width: number, style: TextStyle = {}): void {
    this.#asArtifact("Pagination", () => this.#write(text, x, width, style));
  }

  /** Begins a table or a row of one: what `write` writes stands in it. */
  within(tag: "Table" | "TR", write: () => void): void {
    const outer = this.#parent;
    this.#parent = this.#add(tag);
    write();
    this.#parent.end();
    this.#parent = outer;
  }

  /** The cells of a row. Each takes what is written into it by its place, in whichever turn. */
  cells(
    tags: readonly Tag[],
    write: (into: (at: number, write: () => void) => void) => void,
  ): void {
    const outer = this.#parent;
    const cells = tags.map((tag) => this.#add(tag));
    write((at, inside) => {
      this.#parent = cells[at] ?? outer;
      inside();
      this.#parent = outer;
    });
    for (const cell of cells) cell.end();
  }

  /** @param actual what the element says where it is drawn in another order (ISO 32000-1, 14.9.4) */
  #add(tag: keyof typeof elements, actual?: string): PDFKit.PDFStructureElement {
    const { type, ...attributes } = elements[tag];
    const options = { ...attributes, ...(actual === undefined ? {} : { actual }) };
    const element = this.#doc.struct(type, options as PDFKit.Mixins.StructureElementOptions);
    this.#parent.add(element);
    return element;
  }

  #write(text: string, x: number, width: number, style: TextStyle): number {
    const { face = "regular", size = 9.5, color = ink, align = "left" } = style;
    const { text: shown, isComplete } = this.#fonts.printable(text, face);
    this.#isComplete &&= isComplete;
    const doc = this.#doc.font(face).fontSize(size).fillColor(color);
    if (this.#isPlain(shown, face)) {
      doc.text(shown, x, this.#y, { width, align, lineGap: LINE_GAP });
    } else {
      let top = this.#y;
      for (const line of this.#lines(shown, width, { face, size })) {
        this.#writeLine(line, { x, top, width }, { face, size, align });
        top += this.#lineHeight(line, { face, size });
      }
    }
    return this.heightOf(text, width, style);
  }

  /** Whether the library lays a text out by itself. */
  #isPlain(text: string, face: Face): boolean {
    return !needsLayout(text) && this.#fonts.isOwn(text, face);
  }

  #lines(text: string, width: number, { face, size }: Drawn): Piece[][] {
    return linesOf(text, width, {
      fontOf: (cluster) => this.#fonts.fontOf(cluster, face),
      widthOf: (piece, font) => this.#doc.font(font).fontSize(size).widthOfString(piece),
    });
  }

  #lineHeight(line: readonly Piece[], { face, size }: Drawn): number {
    const own = this.#doc.font(face).fontSize(size).currentLineHeight(true);
    return own * (line.some(({ font }) => font !== face) ? HIGHER : 1) + LINE_GAP;
  }

  /** Writes the pieces of a line, of any fonts, on one base line. */
  #writeLine(
    line: readonly Piece[],
    { x, top, width }: { x: number; top: number; width: number },
    drawn: Drawn & { align: "left" | "right" },
  ): void {
    const used = line.reduce((sum, piece) => sum + piece.width, 0);
    const base = top + (this.#lineHeight(line, drawn) - LINE_GAP) * BASE_LINE;
    let left = drawn.align === "right" ? x + width - used : x;
    for (const { text, font, width: own } of line) {
      const options = { lineBreak: false, baseline: "alphabetic" } as const;
      if (text.trim() !== "") {
        this.#doc.font(font).fontSize(drawn.size).text(text, left, base, options);
      }
      left += own;
    }
  }

  #asArtifact(type: "Layout" | "Pagination", draw: () => void): void {
    this.#doc.markContent("Artifact", { type });
    draw();
    this.#doc.endMarkedContent();
  }

  /** How high a text would be in a column. */
  heightOf(text: string, width: number, { face = "regular", size = 9.5 }: TextStyle = {}): number {
    const { text: shown } = this.#fonts.printable(text, face);
    if (this.#isPlain(shown, face)) {
      const options = { width, lineGap: LINE_GAP };
      return this.#doc.font(face).fontSize(size).heightOfString(shown, options);
    }
    return this.#lines(shown, width, { face, size }).reduce(
      (sum, line) => sum + this.#lineHeight(line, { face, size }),
      0,
    );
  }

  /** Writes a text that leads to an address. @returns its height */
  link(text: string, x: number, width: number, url: string, style: TextStyle): number {
    const height = this.heightOf(text, width, style);
    const link = this.#doc.struct("Link");
    this.#parent.add(link);
    link.add(() => this.#write(text, x, width, style));
    // The types leave out what the annotation is told besides (ISO 14289-1, 7.18.5).
    const options: object = { structParent: link, Contents: new String(text) };
    this.#doc.link(x, this.#y, width, height, url, options);
    link.end();
    return height;
  }

  line(): void {
    const { margin } = page;
    const { doc, y } = { doc: this.#doc, y: this.#y };
    this.#asArtifact("Layout", () => {
      doc
        .moveTo(margin, y)
        .lineTo(margin + inner, y)
        .lineWidth(0.6)
        .strokeColor(rule)
        .stroke();
    });
  }

  /** Begins a page when less than `height` is left. @returns whether it did */
  makeRoom(height: number): boolean {
    if (this.#y + height <= bottom) return false;
    this.#doc.addPage();
    this.#y = page.margin;
    return true;
  }
}
