import { readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { projectRoot } from "@/scripts/build/contracts/sources";

/** What a page may weigh at the first load, compressed: JavaScript, and that with HTML, CSS and fonts. */
export interface Budget {
  readonly scripts: number;
  readonly all: number;
}

const forPayers: Budget = { scripts: 150_000, all: 200_000 };
/** Where payers sign: what follows the choice of a wallet is loaded later. */
const forSigning: Budget = { scripts: 147_000, all: 197_000 };
const forMerchants: Budget = { scripts: 260_000, all: 320_000 };
/** Pages to read have next to no script of their own. */
const forReaders: Budget = { scripts: 180_000, all: 240_000 };

/**
 * Every page's budget, by its folder in `app` or one above it; the nearest counts. A page that is in none of these
 * fails the check: somebody has to say for whom it is.
 */
const budgets: Readonly<Record<string, Budget>> = {
  "": forReaders,
  "(account)": forMerchants,
  "(hosted)": forPayers,
  "(hosted)/pay": forSigning,
  "(hosted)/subscribe": forSigning,
  admin: forMerchants,
  contact: forMerchants,
  dashboard: forMerchants,
  dev: forMerchants,
  "docs/guides": forReaders,
  onboarding: forMerchants,
  pricing: forReaders,
  status: forReaders,
};

/** The budget of a page; null where the table has none. */
export function budgetOf(folder: string): Budget | null {
  const parts = folder.split("/");
  const places = parts.map((_, count) => parts.slice(0, parts.length - count).join("/"));
  const place = places.find((one) => Object.hasOwn(budgets, one));
  return place === undefined ? null : (budgets[place] ?? null);
}

/** The pages of the app, by their folders. */
export function pageFolders(): string[] {
  const app = join(projectRoot, "app");
  return readdirSync(app, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name === "page.tsx")
    .map(({ parentPath, name }) => relative(app, dirname(join(parentPath, name))))
    .sort();
}
