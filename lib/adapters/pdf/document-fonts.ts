import { readFileSync } from "node:fs";
import { type Face, faces, fontPath } from "@/lib/adapters/fonts/font-path";
import {
  addScriptFonts,
  type HasCharacter,
  type ScriptFont,
} from "@/lib/adapters/fonts/script-fonts";

import { asDrawn } from "./text-lines";

/** Stands for a character that no font has. */
const MISSING = "?";

/** A font as the library has read it. */
interface ReadFont {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/** What the types of the library leave out: the font that is set, and that it takes one that was read. */
interface WithFont {
  readonly _font: { readonly font: ReadFont };
}

/** The faces of every document. They are read once per process: that takes longer than writing a page. */
const known = new Map<Face, ReadFont>();

/** Sets the font of what is written next. */
function setFont(doc: PDFKit.PDFDocument, name: string): ReadFont {
  return (doc.font(name) as unknown as WithFont)._font.font;
}

/** A part of a font that holds none of what its package says has no table of characters. */
function hasCharacters(font: ReadFont): boolean {
  try {
    font.hasGlyphForCodePoint(0);
    return true;
  } catch {
    return false;
  }
}

const codePointOf = (character: string): number => character.codePointAt(0) ?? 0;
/** What is not seen by itself: joiners, marks of direction, selectors of variants. */
const isIgnorable = (character: string): boolean =>
  /\p{Default_Ignorable_Code_Point}/u.test(character);

/** The fonts of a document: its own two faces, and what its texts need besides. */
export class DocumentFonts {
  readonly #doc: PDFKit.PDFDocument;
  /** Those besides, by face, in the order in which they are asked. */
  readonly #others: Record<Face, { name: string; font: ReadFont }[]> = { regular: [], bold: [] };

  private constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
  }

  /**
   * Gives a document the fonts for its texts.
   * @param countries of those whom it names: Chinese characters look as they write them
   */
  static async register(
    doc: PDFKit.PDFDocument,
    texts: readonly string[],
    countries: readonly string[],
  ): Promise<DocumentFonts> {
    const fonts = new DocumentFonts(doc);
    for (const face of faces) {
      doc.registerFont(face, (known.get(face) as unknown as Buffer | undefined) ?? fontFile(face));
      known.set(face, setFont(doc, face));
    }
    const own = fonts.#own("regular");
    const points = new Set(texts.flatMap((text) => Array.from(asDrawn(text), codePointOf)));
    const lacking = new Set([...points].filter((point) => !own.hasGlyphForCodePoint(point)));
    await addScriptFonts(lacking, countries, (font) => fonts.#add(font));
    return fonts;
  }

  #add({ name, face, file }: ScriptFont): HasCharacter {
    this.#doc.registerFont(name, file);
    const font = setFont(this.#doc, name);
    if (!hasCharacters(font)) return () => false;
    this.#others[face].push({ name, font });
    return (point) => font.hasGlyphForCodePoint(point);
  }

  #own(face: Face): ReadFont {
    const font = known.get(face);
    if (!font) throw new Error("the faces were registered");
    return font;
  }

  /** Whether the document's own face has every character of a text. */
  isOwn(text: string, face: Face): boolean {
    const own = this.#own(face);
    return Array.from(text).every(
      (character) => /\s/.test(character) || own.hasGlyphForCodePoint(codePointOf(character)),
    );
  }

  /** The name of the font that draws a character together with its marks. */
  fontOf(cluster: string, face: Face): string {
    const points = Array.from(cluster, codePointOf);
    const hasAll = (font: ReadFont) => points.every((point) => font.hasGlyphForCodePoint(point));
    if (hasAll(this.#own(face))) return face;
    const others = this.#others[face];
    const [first = 0] = points;
    const found =
      others.find(({ font }) => hasAll(font)) ??
      others.find(({ font }) => font.hasGlyphForCodePoint(first));
    return found?.name ?? face;
  }

  /** A text as it is drawn, without what is not seen, and with a sign for each character that no font has. */
  printable(text: string, face: Face): { text: string; isComplete: boolean } {
    const all = [this.#own(face), ...this.#others[face].map(({ font }) => font)];
    let isComplete = true;
    const characters = Array.from(asDrawn(text), (character) => {
      const point = codePointOf(character);
      const hasGlyph = all.some((font) => font.hasGlyphForCodePoint(point));
      if (/\s/.test(character) || (hasGlyph && !/\p{Cc}/u.test(character))) return character;
      if (isIgnorable(character)) return "";
      isComplete = false;
      return MISSING;
    });
    return { text: characters.join(""), isComplete };
  }
}

const fontFile = (face: Face): Buffer => readFileSync(fontPath(face));
