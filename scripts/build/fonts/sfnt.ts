/** A font's tables by their tags. */
export type Tables = Map<string, Buffer>;

const DIRECTORY_START = 12;
const ENTRY_BYTES = 16;

/** Reads the tables of a TrueType font (OpenType 1.9, "Organization of an OpenType Font"). */
export function readTables(font: Buffer): Tables {
  const tables: Tables = new Map();
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const entry = DIRECTORY_START + index * ENTRY_BYTES;
    const start = font.readUInt32BE(entry + 8);
    const tag = font.toString("latin1", entry, entry + 4);
    tables.set(tag, font.subarray(start, start + font.readUInt32BE(entry + 12)));
  }
  return tables;
}

/** @throws Error when the font has no such table */
export function table(tables: Tables, tag: string): Buffer {
  const found = tables.get(tag);
  if (!found) throw new Error(`The font has no table ${tag}`);
  return found;
}

/** Numbers of 16 bits, as most of a font is made of. */
export function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, index * 2);
  return bytes;
}

const WINDOWS = 3;
const UNICODE_BMP = 1;

/** Which glyph draws a character, of a `cmap` table's map of format 4. */
export function readCharacters(cmap: Buffer): Map<number, number> {
  const map = unicodeMap(cmap);
  const segments = map.readUInt16BE(6) / 2;
  const ends = 14;
  const starts = ends + segments * 2 + 2;
  const deltas = starts + segments * 2;
  const offsets = deltas + segments * 2;
  const glyphs = new Map<number, number>();
  for (let segment = 0; segment < segments; segment++) {
    const [start, end] = [starts, ends].map((at) => map.readUInt16BE(at + segment * 2)) as [
      number,
      number,
    ];
    const delta = map.readUInt16BE(deltas + segment * 2);
    const offsetAt = offsets + segment * 2;
    const offset = map.readUInt16BE(offsetAt);
    for (let code = start; code <= end && code !== 0xffff; code++) {
      const given = offset === 0 ? code : map.readUInt16BE(offsetAt + offset + (code - start) * 2);
      const glyph = given === 0 ? 0 : (given + delta) & 0xffff;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
  return glyphs;
}

function unicodeMap(cmap: Buffer): Buffer {
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const entry = 4 + index * 8;
    const map = cmap.subarray(cmap.readUInt32BE(entry + 4));
    const isUnicode =
      cmap.readUInt16BE(entry) === WINDOWS && cmap.readUInt16BE(entry + 2) === UNICODE_BMP;
    if (isUnicode && map.readUInt16BE(0) === 4) return map;
  }
  throw new Error("The font has no map of format 4");
}

interface Segment {
  start: number;
  end: number;
  glyph: number;
}

/** A `cmap` table with one map of format 4. */
export function writeCharacters(glyphs: ReadonlyMap<number, number>): Buffer {
  const segments: Segment[] = [];
  for (const [code, glyph] of [...glyphs].sort(([a], [b]) => a - b)) {
    const last = segments.at(-1);
    const follows = last && code === last.end + 1 && glyph === last.glyph + (code - last.start);
    if (follows) last.end = code;
    else segments.push({ start: code, end: code, glyph });
  }
  segments.push({ start: 0xffff, end: 0xffff, glyph: 0 });
  const count = segments.length;
  const power = 2 ** Math.floor(Math.log2(count));
  const body = words(
    count * 2,
    power * 2,
    Math.log2(power),
    (count - power) * 2,
    ...segments.map(({ end }) => end),
    0,
    ...segments.map(({ start }) => start),
    ...segments.map(({ start, glyph }) => glyph - start),
    ...segments.map(() => 0),
  );
  const map = Buffer.concat([words(4, body.length + 6, 0), body]);
  return Buffer.concat([words(0, 1, WINDOWS, UNICODE_BMP, 0, 12), map]);
}
