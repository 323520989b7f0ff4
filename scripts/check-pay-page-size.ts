import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { projectRoot } from "@/scripts/contracts/sources";

/** What pages may weigh at the first load, compressed: JavaScript, and that with HTML, CSS and fonts. */
interface Budget {
  readonly scripts: number;
  readonly all: number;
}

const forPayers: Budget = { scripts: 150_000, all: 200_000 };
const forMerchants: Budget = { scripts: 260_000, all: 320_000 };
/** The HTML is made at each request; a browser test holds it within this. */
const HTML_BYTES = 12_000;

/** A file and what it weighs on its way: fonts are compressed already. */
interface WeighedFile {
  file: string;
  bytes: number;
}

const build = join(projectRoot, ".next");
/** Pages by their folders in `app`: where wallets are asked to sign, and where merchants work. */
const pages: readonly (readonly [folder: string, budget: Budget])[] = [
  ["(hosted)/pay/[sessionId]", forPayers],
  ["(hosted)/subscribe/[planId]", forPayers],
  ["(hosted)/subscriptions", forPayers],
  ["(account)/login", forMerchants],
  ["(account)/signup", forMerchants],
  ["dashboard", forMerchants],
  ["dashboard/customers", forMerchants],
  ["dashboard/customers/[id]", forMerchants],
  ["dashboard/developers", forMerchants],
  ["dashboard/developers/events", forMerchants],
  ["dashboard/developers/inspector", forMerchants],
  ["dashboard/developers/keys", forMerchants],
  ["dashboard/developers/logs", forMerchants],
  ["dashboard/developers/webhooks", forMerchants],
  ["dashboard/developers/webhooks/[id]", forMerchants],
  ["dashboard/developers/webhooks/deliveries/[id]", forMerchants],
  ["dashboard/invoices", forMerchants],
  ["dashboard/invoices/[id]", forMerchants],
  ["dashboard/invoices/new", forMerchants],
  ["dashboard/payments", forMerchants],
  ["dashboard/payments/[id]", forMerchants],
  ["dashboard/plans", forMerchants],
  ["dashboard/plans/[id]", forMerchants],
  ["dashboard/plans/new", forMerchants],
  ["dashboard/refunds", forMerchants],
  ["dashboard/refunds/[id]", forMerchants],
  ["dashboard/settings/business", forMerchants],
  ["dashboard/settings/live", forMerchants],
  ["dashboard/settings/onchain", forMerchants],
  ["dashboard/settings/plan", forMerchants],
  ["dashboard/settings/security", forMerchants],
  ["dashboard/subscriptions", forMerchants],
  ["dashboard/subscriptions/[id]", forMerchants],
  ["dashboard/transactions", forMerchants],
  ["dashboard/transactions/[id]", forMerchants],
  ["onboarding", forMerchants],
];
const manifestOf = (page: string) => `server/app/${page}/page_client-reference-manifest.js`;

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

/** Prints what a page weighs. @returns whether that is within the budgets */
function checkPage(page: string, budget: Budget): boolean {
  const references = readFileSync(join(build, manifestOf(page)), "utf8");
  const scripts = firstScripts(references).map(weigh);
  const others = [...styles(references), ...fonts()].map(weigh);
  const html = { file: "the HTML, at most", bytes: HTML_BYTES };
  const all = [...scripts, ...others, html];
  console.log(page);
  for (const { file, bytes } of all.sort((a, b) => b.bytes - a.bytes)) {
    console.log(`${kilobytes(bytes)}  ${file}`);
  }
  const told = [
    { name: "JavaScript", bytes: sum(scripts), most: budget.scripts },
    { name: "in all", bytes: sum(all), most: budget.all },
  ];
  for (const { name, bytes, most } of told) {
    console.log(`${kilobytes(bytes)}  ${name}, compressed; at most ${kilobytes(most).trim()}`);
  }
  return others.length >= 2 && told.every(({ bytes, most }) => bytes <= most);
}

process.exit(pages.map(([page, budget]) => checkPage(page, budget)).every(Boolean) ? 0 : 1);
