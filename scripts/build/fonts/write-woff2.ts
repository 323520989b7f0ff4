import { brotliCompressSync, constants } from "node:zlib";
import type { Tables } from "./sfnt";

const HEADER_BYTES = 48;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;
/** The tag follows in full. */
const OWN_TAG = 0x3f;
/** `glyf` and `loca` as they are, without the format's own encoding of them. */
const UNTRANSFORMED = 0xc0;

/** Packs a TrueType font's tables (WOFF File Format 2.0). */
export function writeWoff2(tables: Tables): Buffer {
  const ordered = inOrder(tables);
  const directory = Buffer.concat(ordered.map(([tag, data]) => entryOf(tag, data.length)));
  const packed = brotliCompressSync(Buffer.concat(ordered.map(([, data]) => data)), {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT,
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    },
  });
  const header = Buffer.alloc(HEADER_BYTES);
  header.write("wOF2", 0, "latin1");
  header.writeUInt32BE(0x00010000, 4);
  header.writeUInt32BE(padded(HEADER_BYTES + directory.length + packed.length), 8);
  header.writeUInt16BE(ordered.length, 12);
  header.writeUInt32BE(unpackedBytes(ordered), 16);
  header.writeUInt32BE(packed.length, 20);
  const font = Buffer.concat([header, directory, packed]);
  return Buffer.concat([font, Buffer.alloc(padded(font.length) - font.length)]);
}

/** By tag, except that `loca` comes right after `glyf`. */
function inOrder(tables: Tables): [string, Buffer][] {
  const key = (tag: string) => (tag === "loca" ? "glyf+" : tag);
  return [...tables].sort(([a], [b]) => (key(a) < key(b) ? -1 : 1));
}

function entryOf(tag: string, bytes: number): Buffer {
  const isOutline = tag === "glyf" || tag === "loca";
  const flags = OWN_TAG | (isOutline ? UNTRANSFORMED : 0);
  return Buffer.concat([Buffer.from([flags]), Buffer.from(tag, "latin1"), base128(bytes)]);
}

/** A number in groups of seven bits, the highest first (`UIntBase128`). */
function base128(value: number): Buffer {
  const groups = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) groups.unshift((rest & 0x7f) | 0x80);
  return Buffer.from(groups);
}

function unpackedBytes(tables: [string, Buffer][]): number {
  const data = tables.reduce((sum, [, bytes]) => sum + padded(bytes.length), 0);
  return SFNT_HEADER_BYTES + tables.length * SFNT_ENTRY_BYTES + data;
}

const padded = (bytes: number) => Math.ceil(bytes / 4) * 4;
