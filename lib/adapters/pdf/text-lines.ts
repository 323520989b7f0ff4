import bidiFactory from "bidi-js";

/** A piece of a line in one direction and one font, as it is drawn. */
export interface Piece {
  /** In the order in which a shaper takes it: that of reading, also from right to left. */
  readonly text: string;
  readonly font: string;
  readonly width: number;
}

/** What a text is measured and written with. */
export interface Measure {
  /** The font of a character together with the marks on it. */
  fontOf(cluster: string): string;
  widthOf(text: string, font: string): number;
}

const bidi = bidiFactory();
const words = new Intl.Segmenter("en", { granularity: "word" });
const clusters = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Written without spaces: a line may end after each word, as a dictionary tells them apart. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\u3000-\u303f\uff00-\uffef]/u;
/** Begins no line (Unicode, UAX #14: closing punctuation and what is like it). */
const noStart = /^[\p{Pe}\p{Pf}\p{Po}\p{M}\u3005\u301c\u30fb-\u30fe\u309b-\u309e]/u;
/** Ends none. */
const noEnd = /[\p{Ps}\p{Pi}]$/u;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Whether a text has to be laid out here: it runs from right to left somewhere, or is written without spaces. */
export const needsLayout = (text: string): boolean => rightToLeft.test(text) || unspaced.test(text);

/** Whether a text is drawn in another order than it is read in. */
export const isReordered = (text: string): boolean => rightToLeft.test(text) || saraAm.test(text);

const saraAm = /([\u0e48-\u0e4b]?)\u0e33/;

/** Thai: the vowel sara am is drawn as a ring above its consonant, below the tone's mark, and a letter. */
export const asDrawn = (text: string): string =>
  text.replace(new RegExp(saraAm, "g"), "\u0e4d$1\u0e32");

/**
 * A text in lines of at most a width, each as pieces from the left to the right: words are broken as their script does
 * it, and directions mixed as in UAX #9.
 */
export function linesOf(text: string, width: number, measure: Measure): Piece[][] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap((paragraph) => paragraphLines(paragraph, width, measure));
}

/** A stretch of a paragraph. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

function paragraphLines(text: string, width: number, measure: Measure): Piece[][] {
  const { levels } = bidi.getEmbeddingLevels(text);
  const piecesOf = ({ from, to }: Stretch) => inOrder(runsOf(text, levels, { from, to }, measure));
  const widthOf = (stretch: Stretch) =>
    piecesOf(stretch).reduce((sum, piece) => sum + piece.width, 0);
  const lines: Stretch[] = [];
  let line: Stretch = { from: 0, to: 0 };
  for (const unit of unitsOf(text)) {
    const longer = { from: line.from, to: unit.to };
    if (widthOf(trimmed(text, longer)) <= width) {
      line = longer;
      continue;
    }
    if (line.to > line.from) lines.push(line);
    line = { from: unit.from, to: unit.from };
    // A word that is wider than a line is broken where it is full.
    for (const { index, segment } of clusters.segment(text.slice(unit.from, unit.to))) {
      const more = { from: line.from, to: unit.from + index + segment.length };
      if (line.to > line.from && widthOf(trimmed(text, more)) > width) {
        lines.push(line);
        line = { from: line.to, to: line.to };
      }
      line = { from: line.from, to: more.to };
    }
  }
  lines.push(line);
  return lines.map((stretch) => piecesOf(trimmed(text, stretch)));
}

/** Without the spaces at its end. */
function trimmed(text: string, { from, to }: Stretch): Stretch {
  return { from, to: from + text.slice(from, to).trimEnd().length };
}

/** What stays together on a line, with the spaces after it. */
function unitsOf(text: string): Stretch[] {
  const units: { from: number; to: number }[] = [];
  for (const { index: from, segment } of words.segment(text)) {
    const last = units.at(-1);
    const before = last ? text.slice(last.from, last.to) : "";
    if (last && !breaksBetween(before, segment)) last.to = from + segment.length;
    else units.push({ from, to: from + segment.length });
  }
  return units;
}

function breaksBetween(before: string, after: string): boolean {
  if (/^\s/.test(after)) return false;
  if (/\s$/.test(before)) return true;
  if (noStart.test(after) || noEnd.test(before)) return false;
  return unspaced.test(before.slice(-1)) || unspaced.test(after.slice(0, 1));
}

/** A piece and the level of its direction: odd from right to left. */
interface Run extends Piece {
  readonly level: number;
}

function runsOf(text: string, levels: Uint8Array, { from, to }: Stretch, measure: Measure): Run[] {
  const runs: { text: string; level: number; font: string; isSpace: boolean }[] = [];
  for (const { index, segment } of clusters.segment(text.slice(from, to))) {
    const level = levels[from + index] ?? 0;
    const isSpace = /^\s/.test(segment);
    const last = runs.at(-1);
    const font = measure.fontOf(isSpace ? " " : segment);
    const shown = level % 2 === 1 ? mirrored(segment) : segment;
    if (last && last.level === level && last.font === font && last.isSpace === isSpace) {
      last.text += shown;
    } else runs.push({ text: shown, level, font, isSpace });
  }
  return runs.map(({ text: of, level, font }) => {
    const shaped = level % 2 === 1 && !rightToLeft.test(of) ? reversed(of) : of;
    return { text: shaped, level, font, width: measure.widthOf(shaped, font) };
  });
}

const mirrored = (cluster: string): string =>
  Array.from(cluster, (character) => bidi.getMirroredCharacter(character) ?? character).join("");

/** Shapers turn round only what is of a script that runs so. */
const reversed = (text: string): string =>
  Array.from(clusters.segment(text), ({ segment }) => segment)
    .reverse()
    .join("");

/** Runs from the left to the right: from the highest level down, what stands at it or above is turned round (UAX #9, L2). */
function inOrder(runs: readonly Run[]): Piece[] {
  let order = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) {
    const next: Run[] = [];
    let turned: Run[] = [];
    for (const run of order) {
      if (run.level >= level) turned.unshift(run);
      else {
        next.push(...turned, run);
        turned = [];
      }
    }
    order = [...next, ...turned];
  }
  return order;
}
