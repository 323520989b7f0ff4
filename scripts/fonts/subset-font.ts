import { readCharacters, writeCharacters } from "./characters";
import { readTables, type Tables, table, words } from "./sfnt";
import { type Substitution, tabularDigits, writeTabularDigits } from "./tabular-digits";

/** A component of a composite glyph follows this many bytes after its flags and index, at least. */
const MORE_COMPONENTS = 0x20;
const WORDS = 0x01;
const SCALE = 0x08;
const TWO_SCALES = 0x40;
const MATRIX = 0x80;

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
