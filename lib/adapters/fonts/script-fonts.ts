import { readFile } from "node:fs/promises";
import subsetFont from "subset-font";
import { type Face, faces } from "./font-path";
import { type FontSlice, type ScriptFamily, scriptFamilies, slicesOf } from "./font-slices";

/** A font with what one document shows of a slice, in the weight of a face. */
export interface ScriptFont {
  readonly name: string;
  readonly face: Face;
  /** TrueType. */
  readonly file: Buffer;
}

/** As the files of Noto Sans have it. */
const weights = { regular: 400, bold: 600 } as const satisfies Record<Face, number>;

/** The characters that a font has. */
export type HasCharacter = (codePoint: number) => boolean;

/**
 * Makes the fonts for characters that a document's own font lacks, with those alone, in the order in which they are to
 * be asked for a character.
 * @param lacking code points
 * @param countries of those whom the document names: Chinese characters look as they write them
 * @param add takes each font into the document
 */
export async function addScriptFonts(
  lacking: ReadonlySet<number>,
  countries: readonly string[],
  add: (font: ScriptFont) => HasCharacter,
): Promise<void> {
  const open = new Set(lacking);
  for (const slice of orderFor([...lacking], countries).flatMap(slicesOf)) {
    const wanted = [...open].filter((point) => slice.codePoints.has(point));
    if (wanted.length === 0) continue;
    for (const face of faces) {
      const has = add(await cut(slice, face, wanted));
      for (const point of wanted.filter(has)) open.delete(point);
    }
  }
}

/** Families in the order in which they are asked: the writing tells the language before the countries do. */
function orderFor(points: readonly number[], countries: readonly string[]): ScriptFamily[] {
  const text = String.fromCodePoint(...points.filter((point) => point < 0x110000));
  const writes = (family: ScriptFamily): boolean =>
    (family === "jp" && /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) ||
    (family === "kr" && /\p{Script=Hangul}/u.test(text));
  const seated = countries.map((country) => country.toLowerCase());
  const rank = (family: ScriptFamily): number => {
    if (writes(family)) return 0;
    if (seated.includes(family)) return 1;
    return family === "sc" ? 2 : 3;
  };
  return [...scriptFamilies].sort((one, other) => rank(one) - rank(other));
}

async function cut({ name, path }: FontSlice, face: Face, points: number[]): Promise<ScriptFont> {
  const file = await subsetFont(await readFile(path), String.fromCodePoint(...points), {
    targetFormat: "truetype",
    variationAxes: { wght: weights[face] },
  });
  return { name: `${name}-${face}`, face, file };
}
