import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { projectRoot } from "@/scripts/contracts/sources";

/** What the JavaScript of the pay page may weigh, compressed. */
const BUDGET_BYTES = 150_000;

/** A script and what it weighs compressed. */
interface WeighedScript {
  file: string;
  bytes: number;
}

const build = join(projectRoot, ".next");
const manifest = "server/app/(hosted)/pay/[sessionId]/page_client-reference-manifest.js";

/**
 * The scripts that the built pay page loads at once, which are those behind its `<script src>` tags:
 * Next's own, and those of the client components that the page refers to. Chunks that are imported
 * later are not among them, nor the polyfills for browsers without modules.
 */
function firstScripts(): string[] {
  const { rootMainFiles } = JSON.parse(
    readFileSync(join(build, "build-manifest.json"), "utf8"),
  ) as {
    rootMainFiles: string[];
  };
  const references = readFileSync(join(build, manifest), "utf8");
  const own = references.match(/static\/chunks\/[^"\\]+\.js/g) ?? [];
  return [...new Set([...rootMainFiles, ...own])];
}

function weigh(file: string): WeighedScript {
  return { file, bytes: gzipSync(readFileSync(join(build, file))).byteLength };
}

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1).padStart(6)} kB`;

function main(): number {
  const scripts = firstScripts().map(weigh);
  const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { file, bytes } of scripts.sort((a, b) => b.bytes - a.bytes)) {
    console.log(`${kilobytes(bytes)}  ${file}`);
  }
  console.log(`${kilobytes(total)}  in all, compressed; at most ${kilobytes(BUDGET_BYTES).trim()}`);
  return total <= BUDGET_BYTES ? 0 : 1;
}

process.exit(main());
