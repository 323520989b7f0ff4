import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { type Budget, budgetOf, pageFolders } from "./page-budgets";

/** The HTML is made at each request; a browser test holds it within this. */
const HTML_BYTES = 12_000;

/** Source maps of the server, copies of packages or a cache make it several times as large, and the build as slow. */
const BUILD_BYTES = 65_000_000;

/** A file and what it weighs on its way: fonts are compressed already. */
interface WeighedFile {
  file: string;
  bytes: number;
}

const build = join(projectRoot, ".next");
const manifestOf = (page: string) => join("server/app", page, "page_client-reference-manifest.js");

/**
 * The scripts that a built page loads at once, which are those behind its `<script src>` tags:
 * Next's own, and those of the client components that the page refers to. Chunks that are imported
 * later are not among them, nor the polyfills for browsers without modules.
 */
function firstScripts(references: string): string[] {
  const { rootMainFiles } = JSON.parse(
    readFileSync(join(build, "build-manifest.json"), "utf8"),
  ) as {
    rootMainFiles: string[];
  };
  const own = references.match(/static\/chunks\/[^"\\]+\.js/g) ?? [];
  return [...new Set([...rootMainFiles, ...own])];
}

function styles(references: string): string[] {
  return [...new Set(references.match(/static\/[^"\\]+\.css/g) ?? [])];
}

/** Every font file that the pages' styles may load. */
function fonts(): string[] {
  const folder = "static/media";
  const files = readdirSync(join(build, folder)).filter((name) => /\.woff2?$/.test(name));
  return files.map((name) => `${folder}/${name}`);
}

function weigh(file: string): WeighedFile {
  const content = readFileSync(join(build, file));
  const bytes = /\.woff2?$/.test(file) ? content.byteLength : gzipSync(content).byteLength;
  return { file, bytes };
}

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1).padStart(6)} kB`;
const sum = (files: WeighedFile[]) => files.reduce((total, { bytes }) => total + bytes, 0);

interface PageWeight {
  readonly page: string;
  readonly scripts: number;
  readonly all: number;
  readonly budget: Budget | null;
  readonly isComplete: boolean;
}

/** What a page weighs, beside what it may. */
function weighPage(page: string): PageWeight {
  const references = readFileSync(join(build, manifestOf(page)), "utf8");
  const scripts = firstScripts(references).map(weigh);
  const others = [...styles(references), ...fonts()].map(weigh);
  return {
    page: `/${page}`,
    scripts: sum(scripts),
    all: sum([...scripts, ...others]) + HTML_BYTES,
    budget: budgetOf(page),
    // Without any of them something else was looked at than the page.
    isComplete: others.length >= 2,
  };
}

const isWithin = ({ scripts, all, budget, isComplete }: PageWeight) =>
  isComplete && budget !== null && scripts <= budget.scripts && all <= budget.all;

/** A line of the table. */
function lineOf(weighed: PageWeight): string {
  const { page, scripts, all, budget } = weighed;
  const most = budget === null ? "in no budget" : `of ${kilobytes(budget.scripts).trim()}`;
  return `${isWithin(weighed) ? "ok  " : "OVER"} ${page.padEnd(44)} JavaScript ${kilobytes(scripts)} ${most.padEnd(12)} in all ${kilobytes(all)}`;
}

/** Bytes of the whole build. */
function buildBytes(): number {
  const files = readdirSync(build, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce(
    (total, { parentPath, name }) => total + statSync(join(parentPath, name)).size,
    0,
  );
}

const table = pageFolders().map(weighPage);
for (const line of table) console.log(lineOf(line));
const bytes = buildBytes();
const isSmall = bytes <= BUILD_BYTES;
console.log(
  `${isSmall ? "ok  " : "OVER"} .next ${(bytes / 1e6).toFixed(0)} MB of ${BUILD_BYTES / 1e6} MB`,
);
process.exit(isSmall && table.every(isWithin) ? 0 : 1);
