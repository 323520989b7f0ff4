import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./contracts/sources";
import { isLatin } from "./fonts/latin";
import { printableRanges } from "./fonts/printable-ranges";
import { subsetFont } from "./fonts/subset-font";
import { writeWoff2 } from "./fonts/write-woff2";

const geist = join(projectRoot, "node_modules/geist");
const target = join(projectRoot, "app/fonts");

/** Makes the pages' font anew from the installed package: Latin letters, all weights. */
function makePageFont(): void {
  const source = readFileSync(join(geist, "dist/fonts/geist-sans/Geist-Variable.ttf"));
  const font = writeWoff2(subsetFont(source, isLatin));
  writeFileSync(join(target, "geist-latin.woff2"), font);
  copyFileSync(join(geist, "LICENSE.txt"), join(target, "LICENSE.txt"));
  console.log(`app/fonts/geist-latin.woff2: ${(font.length / 1_000).toFixed(1)} kB`);
}

/** Writes down which characters documents can print. */
async function writePrintable(): Promise<void> {
  const ranges = await printableRanges();
  const lines = [
    "// Written by `npm run fonts`: the characters that the installed fonts of documents have.",
    `export const printableRanges = ${JSON.stringify(ranges)};`,
  ];
  const path = "lib/core/text/printable.generated.ts";
  writeFileSync(join(projectRoot, path), `${lines.join("\n")}\n`);
  console.log(`${path}: ${(ranges.length / 1_000).toFixed(1)} kB`);
}

makePageFont();
await writePrintable();
