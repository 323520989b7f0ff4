import { readFileSync } from "node:fs";
import PDFDocument from "pdfkit";
import subsetFont from "subset-font";
import { fontPath } from "@/lib/adapters/fonts/font-path";
import { scriptFamilies, slicesOf } from "@/lib/adapters/fonts/font-slices";

/** What the types of the library leave out. */
interface WithFont {
  readonly _font: { readonly font: { readonly characterSet: readonly number[] } };
}

/** A part of a font that holds none of what its package says has no table of characters. */
function charactersOf(font: Buffer): readonly number[] {
  const read = (new PDFDocument().font(font) as unknown as WithFont)._font.font;
  try {
    return read.characterSet;
  } catch {
    return [];
  }
}

/** The characters that the fonts of documents have, as `lib/core/text/printable.ts` reads them. */
export async function printableRanges(): Promise<string> {
  const points = new Set(charactersOf(readFileSync(fontPath("regular"))));
  for (const slice of scriptFamilies.flatMap(slicesOf)) {
    const text = String.fromCodePoint(...slice.codePoints);
    const options = { targetFormat: "truetype", variationAxes: { wght: 400 } } as const;
    const font = await subsetFont(readFileSync(slice.path), text, options);
    for (const point of charactersOf(font)) if (slice.codePoints.has(point)) points.add(point);
  }
  return written([...points].sort((one, other) => one - other));
}

function written(points: readonly number[]): string {
  const pairs: string[] = [];
  let end = 0;
  for (let at = 0; at < points.length; ) {
    const from = points[at] ?? 0;
    let to = from;
    while (points[at + 1] === to + 1) {
      to += 1;
      at += 1;
    }
    at += 1;
    pairs.push(`${(from - end).toString(36)},${(to - from).toString(36)}`);
    end = to;
  }
  return pairs.join(" ");
}
