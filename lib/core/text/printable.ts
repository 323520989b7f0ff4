import { printableRanges } from "./printable.generated";

/** First code points of ranges that fonts have, rising, and the last of each at the same place. */
let known: { readonly from: readonly number[]; readonly to: readonly number[] } | undefined;

/** The ranges are written as pairs in base 36: how far the range is from the one before, and how long it is. */
function readRanges() {
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  for (const pair of printableRanges.split(" ")) {
    const [gap = "", length = "0"] = pair.split(",");
    at += Number.parseInt(gap, 36);
    from.push(at);
    at += Number.parseInt(length, 36);
    to.push(at);
  }
  return { from, to };
}

function hasGlyph(point: number): boolean {
  known ??= readRanges();
  let [low, high] = [0, known.from.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (point < (known.from[middle] ?? 0)) high = middle - 1;
    else if (point > (known.to[middle] ?? 0)) low = middle + 1;
    else return true;
  }
  return false;
}

/** Spaces, line breaks, and what is not seen by itself: joiners, marks of direction, selectors of variants. */
const unseen = /[\s\p{Default_Ignorable_Code_Point}]/u;

/** Some fonts have a glyph for them, which is blank. */
const control = /\p{Cc}/u;

/**
 * The first character of a text that the fonts of documents do not have; null where all can be printed.
 * @example unprintableIn("珈琲 ☕") // "☕"
 */
export function unprintableIn(text: string): string | null {
  for (const character of text) {
    if (unseen.test(character)) continue;
    if (control.test(character) || !hasGlyph(character.codePointAt(0) ?? 0)) return character;
  }
  return null;
}
