import { words } from "./sfnt";

/** One glyph in another's place. */
export type Substitution = ReadonlyMap<number, number>;

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
export function writeTabularDigits(digits: Substitution): Buffer {
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
