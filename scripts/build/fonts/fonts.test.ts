import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { isLatin } from "./latin";
import { readCharacters, readTables, table } from "./sfnt";
import { subsetFont, tabularDigits } from "./subset-font";
import { writeWoff2 } from "./write-woff2";

const source = readFileSync(
  join(projectRoot, "node_modules/geist/dist/fonts/geist-sans/Geist-Variable.ttf"),
);
const kept = readFileSync(join(projectRoot, "app/fonts/geist-latin.woff2"));

/** What the file says, however well it was compressed. */
function unpacked(font: Buffer): Buffer {
  const packedBytes = font.readUInt32BE(20);
  const end = font.length - ((4 - (packedBytes % 4)) % 4);
  for (let start = end - packedBytes - 3; start <= end - packedBytes + 3; start++) {
    try {
      return brotliDecompressSync(font.subarray(start, start + packedBytes));
    } catch {
      // The directory has no fixed length.
    }
  }
  throw new Error("not a WOFF2 file");
}

test("the pages' font is what the installed package gives", () => {
  const made = writeWoff2(subsetFont(source, isLatin));
  expect(unpacked(kept).equals(unpacked(made))).toBe(true);
});

test("it weighs at most 30 kB", () => {
  expect(kept.length).toBeLessThanOrEqual(30_000);
});

test("it draws Latin letters as the whole font does, and nothing else", () => {
  const before = readCharacters(table(readTables(source), "cmap"));
  const after = readCharacters(table(subsetFont(source, isLatin), "cmap"));
  expect(after).toEqual(new Map([...before].filter(([code]) => isLatin(code))));
  expect(after.size).toBeGreaterThan(250);
});

test("its digits can have one width", () => {
  const subset = subsetFont(source, isLatin);
  expect(tabularDigits(table(subset, "GSUB"))).toEqual(
    tabularDigits(table(readTables(source), "GSUB")),
  );
});

test("accented letters keep the parts that they are made of", () => {
  const only = subsetFont(source, (code) => code === 0xe9);
  const nothing = subsetFont(source, () => false);
  // The letter and its accent are outlines of their own.
  const outlines = (tables: typeof only) => table(tables, "glyf").length;
  const e = subsetFont(source, (code) => code === 0x65);
  expect(outlines(only)).toBeGreaterThan(outlines(e));
  expect(outlines(e)).toBeGreaterThan(outlines(nothing));
});
