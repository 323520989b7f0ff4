import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The faces of documents: Noto Sans has Latin, Greek, Cyrillic and Devanagari. */
const files = {
  regular: "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf",
  bold: "@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf",
} as const;
export type Face = keyof typeof files;

/** A font as the library has read it. */
export interface ReadFont {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/** What the types of the library leave out: the font that is set, and that it takes one that was read. */
interface WithFont {
  readonly _font: { readonly font: ReadFont };
}

const known = new Map<Face, ReadFont>();

/** Sets the font of what is written next. */
export function setFont(doc: PDFKit.PDFDocument, face: Face): ReadFont {
  return (doc.font(face) as unknown as WithFont)._font.font;
}

/** Gives the fonts to a document. They are read once per process: that takes longer than writing a page. */
export function registerFonts(doc: PDFKit.PDFDocument): void {
  for (const face of Object.keys(files) as Face[]) {
    doc.registerFont(face, (known.get(face) as unknown as Buffer | undefined) ?? fontFile(face));
    known.set(face, setFont(doc, face));
  }
}

function fontFile(face: Face): Buffer {
  // From the folder of the project: bundlers move this file.
  return readFileSync(createRequire(`${process.cwd()}/`).resolve(files[face]));
}
