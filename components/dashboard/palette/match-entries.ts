import type { PaletteEntry } from "./palette-entry";

const NONE = 0;
const INSIDE = 1;
const WORD = 2;
const START = 3;

/** How well a text fits what is typed: each word of that must be in it, best at its start or at a word's. */
function scoreOf(text: string, typed: readonly string[]): number {
  const lower = text.toLowerCase();
  const fits = typed.map((word) => {
    if (lower.startsWith(word)) return START;
    if (lower.split(/[\s/·-]+/).some((part) => part.startsWith(word))) return WORD;
    return lower.includes(word) ? INSIDE : NONE;
  });
  return fits.includes(NONE) ? NONE : fits.reduce<number>((sum, one) => sum + one, 0);
}

/** The entries that fit what is typed, the best first; all of them, in their order, where nothing is. */
export function matchEntries(
  entries: readonly PaletteEntry[],
  text: string,
): readonly PaletteEntry[] {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (typed.length === 0) return entries;
  return entries
    .map((entry) => {
      const inTitle = scoreOf(entry.title, typed);
      return {
        entry,
        score: inTitle * 2 || scoreOf(`${entry.group} ${entry.title} ${entry.detail ?? ""}`, typed),
      };
    })
    .filter(({ score }) => score > NONE)
    .sort((left, right) => right.score - left.score)
    .map(({ entry }) => entry);
}
