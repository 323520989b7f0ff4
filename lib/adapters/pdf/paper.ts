import { readFileSync } from "node:fs";
import { type Face, faces, fontPath } from "@/lib/adapters/fonts/font-path";

/** Points. */
export const page = { width: 595.28, height: 841.89, margin: 48 } as const;
export const inner = page.width - 2 * page.margin;
/** Above the page numbers. */
const bottom = page.height - page.margin - 18;

const ink = "#1b1a17";
export const muted = "#6b675e";
const rule = "#d9d4c8";
/** Stands for a character that the font does not have. */
const MISSING = "?";

/** A font as the library has read it. */
interface ReadFont {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/** What the types of the library leave out: the font that is set, and that it takes one that was read. */
interface WithFont {
  readonly _font: { readonly font: ReadFont };
}

const known = new Map<Face, ReadFont>();

/** Sets the font of what is written next. */
function setFont(doc: PDFKit.PDFDocument, face: Face): ReadFont {
  return (doc.font(face) as unknown as WithFont)._font.font;
}

/** Gives the fonts to a document. They are read once per process: that takes longer than writing a page. */
export function registerFonts(doc: PDFKit.PDFDocument): void {
  for (const face of faces) {
    doc.registerFont(face, (known.get(face) as unknown as Buffer | undefined) ?? fontFile(face));
    known.set(face, setFont(doc, face));
  }
}

const fontFile = (face: Face): Buffer => readFileSync(fontPath(face));

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

/**
 * A document that is written from the top down, over as many pages as it takes. It is tagged (ISO 14289-1, PDF/UA): what
 * is written stands in an element, in the order of writing, and lines and page numbers are artifacts.
 */
export class Paper {
  readonly #doc: PDFKit.PDFDocument;
  #parent: PDFKit.PDFStructureElement;
  #y: number = page.margin;
  #isComplete = true;

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
    this.#parent = doc.struct("Document");
    doc.addStructure(this.#parent);
  }

  /** Whether the font had every character. */
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
    const element = this.#add(style.tag ?? "P");
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

  #add(tag: keyof typeof elements): PDFKit.PDFStructureElement {
    const { type, ...options } = elements[tag];
    const element = this.#doc.struct(type, options as PDFKit.Mixins.StructureElementOptions);
    this.#parent.add(element);
    return element;
  }

  #write(text: string, x: number, width: number, style: TextStyle): number {
    const { face = "regular", size = 9.5, color = ink, align = "left" } = style;
    const known = this.#known(text, face);
    const options = { width, align, lineGap: 1.5 } as const;
    this.#doc.font(face).fontSize(size).fillColor(color).text(known, x, this.#y, options);
    return this.#doc.heightOfString(known, options);
  }

  #asArtifact(type: "Layout" | "Pagination", draw: () => void): void {
    this.#doc.markContent("Artifact", { type });
    draw();
    this.#doc.endMarkedContent();
  }

  /** How high a text would be in a column. */
  heightOf(text: string, width: number, { face = "regular", size = 9.5 }: TextStyle = {}): number {
    const known = this.#known(text, face);
    return this.#doc.font(face).fontSize(size).heightOfString(known, { width, lineGap: 1.5 });
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

  #known(text: string, face: Face): string {
    const font = setFont(this.#doc, face);
    return Array.from(text, (character) => {
      if (/\s/.test(character) || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) {
        return character;
      }
      this.#isComplete = false;
      return MISSING;
    }).join("");
  }
}
