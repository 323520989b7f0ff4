import { readCharacters, readTables, type Tables, table, words, writeCharacters } from "./sfnt";

/** A component of a composite glyph follows this many bytes after its flags and index, at least. */
const MORE_COMPONENTS = 0x20;
const WORDS = 0x01;
const SCALE = 0x08;
const TWO_SCALES = 0x40;
const MATRIX = 0x80;

/** One glyph in another's place. */
type Substitution = ReadonlyMap<number, number>;

const SINGLE = 1;
const EXTENSION = 7;

/** What the feature `tnum` of a `GSUB` table puts in place of what. */
export function tabularDigits(gsub: Buffer): Substitution {
  const features = gsub.subarray(gsub.readUInt16BE(6));
  const lookups = gsub.subarray(gsub.readUInt16BE(8));
  const found = new Map<number, number>();
  for (let index = 0; index < features.readUInt16BE(0); index++) {
    const entry = 2 + index * 6;
    if (features.toString("latin1", entry, entry + 4) !== "tnum") continue;
    const feature = features.subarray(features.readUInt16BE(entry + 4));
    for (let at = 0; at < feature.readUInt16BE(2); at++) {
      const lookup = feature.readUInt16BE(4 + at * 2);
      const start = lookups.readUInt16BE(2 + lookup * 2);
      for (const [from, to] of readLookup(lookups.subarray(start))) found.set(from, to);
    }
  }
  if (found.size === 0) throw new Error("The font has no digits of one width");
  return found;
}

function readLookup(lookup: Buffer): [number, number][] {
  const type = lookup.readUInt16BE(0);
  const subtables = Array.from({ length: lookup.readUInt16BE(4) }, (_, index) =>
    lookup.subarray(lookup.readUInt16BE(6 + index * 2)),
  );
  return subtables.flatMap((subtable) => {
    if (type === SINGLE) return readSingle(subtable);
    if (type === EXTENSION && subtable.readUInt16BE(2) === SINGLE) {
      return readSingle(subtable.subarray(subtable.readUInt32BE(4)));
    }
    throw new Error(`tnum has a lookup of type ${type}`);
  });
}

function readSingle(subtable: Buffer): [number, number][] {
  const from = readCoverage(subtable.subarray(subtable.readUInt16BE(2)));
  const isDelta = subtable.readUInt16BE(0) === 1;
  return from.map((glyph, index) => [
    glyph,
    isDelta ? (glyph + subtable.readUInt16BE(4)) & 0xffff : subtable.readUInt16BE(6 + index * 2),
  ]);
}

function readCoverage(coverage: Buffer): number[] {
  const count = coverage.readUInt16BE(2);
  if (coverage.readUInt16BE(0) === 1) {
    return Array.from({ length: count }, (_, index) => coverage.readUInt16BE(4 + index * 2));
  }
  return Array.from({ length: count }, (_, index) => {
    const [start, end] = [4, 6].map((at) => coverage.readUInt16BE(at + index * 6)) as [
      number,
      number,
    ];
    return Array.from({ length: end - start + 1 }, (__, offset) => start + offset);
  }).flat();
}

/** A `GSUB` table with the feature `tnum` alone, for every script. */
function writeTabularDigits(digits: Substitution): Buffer {
  const pairs = [...digits].sort(([a], [b]) => a - b);
  const script = Buffer.concat([words(4, 0), words(0, 0xffff, 1, 0)]);
  const scripts = Buffer.concat([words(1), Buffer.from("DFLT"), words(8), script]);
  const features = Buffer.concat([words(1), Buffer.from("tnum"), words(8), words(0, 1, 0)]);
  const targets = words(...pairs.map(([, to]) => to));
  const coverage = words(1, pairs.length, ...pairs.map(([from]) => from));
  const single = Buffer.concat([words(2, 6 + targets.length, pairs.length), targets, coverage]);
  const lookups = Buffer.concat([words(1, 4), words(SINGLE, 0, 1, 8), single]);
  const scriptsAt = 10;
  const featuresAt = scriptsAt + scripts.length;
  const header = words(1, 0, scriptsAt, featuresAt, featuresAt + features.length);
  return Buffer.concat([header, scripts, features, lookups]);
}

/**
 * A font that draws only some characters. Glyphs keep their numbers, so that metrics stay as they are; the
 * outlines of the others are emptied. Of the features that choose other glyphs, digits of one width
 * (`tnum`) stay: any other could choose a glyph that is empty now. Kerning goes: it weighs as much as a
 * third of the letters.
 */
export function subsetFont(font: Buffer, isKept: (codePoint: number) => boolean): Tables {
  const tables = readTables(font);
  const characters = readCharacters(table(tables, "cmap"));
  const kept = new Map([...characters].filter(([codePoint]) => isKept(codePoint)));
  const digits = tabularDigits(table(tables, "GSUB"));
  const glyphs = closure(tables, new Set([0, ...kept.values()]), digits);
  const result: Tables = new Map(tables);
  const { glyf, loca } = keepOutlines(tables, glyphs);
  result.set("glyf", glyf);
  result.set("loca", loca);
  result.set("gvar", keepVariations(table(tables, "gvar"), glyphs));
  result.set("cmap", writeCharacters(kept));
  result.set("GSUB", writeTabularDigits(digits));
  result.set("post", withoutNames(table(tables, "post")));
  for (const tag of ["GPOS", "meta", "DSIG"]) result.delete(tag);
  return result;
}

/** The glyphs, those that stand in for their digits, and those that they are put together from. */
function closure(tables: Tables, glyphs: Set<number>, digits: Substitution): Set<number> {
  for (const [from, to] of digits) if (glyphs.has(from)) glyphs.add(to);
  for (const glyph of glyphs) {
    // A set that grows while it is walked is walked to its new end.
    for (const part of componentsOf(outlineOf(tables, glyph))) glyphs.add(part);
  }
  return glyphs;
}

function outlineOf(tables: Tables, glyph: number): Buffer {
  const loca = table(tables, "loca");
  const isLong = table(tables, "head").readInt16BE(50) === 1;
  const at = (index: number) =>
    isLong ? loca.readUInt32BE(index * 4) : loca.readUInt16BE(index * 2) * 2;
  return table(tables, "glyf").subarray(at(glyph), at(glyph + 1));
}

function componentsOf(outline: Buffer): number[] {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return [];
  const parts: number[] = [];
  let flags = MORE_COMPONENTS;
  for (let at = 10; flags & MORE_COMPONENTS; ) {
    flags = outline.readUInt16BE(at);
    parts.push(outline.readUInt16BE(at + 2));
    const scales = flags & MATRIX ? 8 : flags & TWO_SCALES ? 4 : flags & SCALE ? 2 : 0;
    at += 4 + (flags & WORDS ? 4 : 2) + scales;
  }
  return parts;
}

function keepOutlines(tables: Tables, glyphs: Set<number>): { glyf: Buffer; loca: Buffer } {
  const count = table(tables, "maxp").readUInt16BE(4);
  const isLong = table(tables, "head").readInt16BE(50) === 1;
  const loca = Buffer.alloc((count + 1) * (isLong ? 4 : 2));
  const outlines: Buffer[] = [];
  let end = 0;
  for (let glyph = 0; glyph < count; glyph++) {
    const outline = glyphs.has(glyph) ? outlineOf(tables, glyph) : Buffer.alloc(0);
    outlines.push(outline);
    end += outline.length;
    if (isLong) loca.writeUInt32BE(end, (glyph + 1) * 4);
    else loca.writeUInt16BE(end / 2, (glyph + 1) * 2);
  }
  return { glyf: Buffer.concat(outlines), loca };
}

/** How outlines change with the weight (`gvar`). */
function keepVariations(gvar: Buffer, glyphs: Set<number>): Buffer {
  const count = gvar.readUInt16BE(12);
  const isLong = (gvar.readUInt16BE(14) & 1) === 1;
  const data = gvar.readUInt32BE(16);
  const at = (index: number) =>
    isLong ? gvar.readUInt32BE(20 + index * 4) : gvar.readUInt16BE(20 + index * 2) * 2;
  const sharedStart = gvar.readUInt32BE(8);
  const shared = gvar.subarray(
    sharedStart,
    sharedStart + gvar.readUInt16BE(4) * gvar.readUInt16BE(6) * 2,
  );
  const header = Buffer.alloc(20 + (count + 1) * 4);
  gvar.copy(header, 0, 0, 20);
  header.writeUInt16BE(1, 14);
  header.writeUInt32BE(header.length, 8);
  header.writeUInt32BE(header.length + shared.length, 16);
  const kept: Buffer[] = [];
  let end = 0;
  for (let glyph = 0; glyph < count; glyph++) {
    const variation = gvar.subarray(data + at(glyph), data + at(glyph + 1));
    if (glyphs.has(glyph)) {
      kept.push(variation);
      end += variation.length;
    }
    header.writeUInt32BE(end, 20 + (glyph + 1) * 4);
  }
  return Buffer.concat([header, shared, ...kept]);
}

/** `post` of version 3: what printers asked for, without the glyphs' names. */
function withoutNames(post: Buffer): Buffer {
  return Buffer.concat([words(3, 0), post.subarray(4, 32)]);
}
