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
