import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = process.cwd();
/**
 * A page with one thing to say is a page of its own, e.g. of an address that nothing is at. The root layout has the dialog of
 * an old page, which is made of the gallery's parts.
 */
const elsewhere = [
  "components/ui/message-page.tsx",
  "components/ui/old-page-dialog.tsx",
  "components/ui/old-page-notice.tsx",
];

/** The files that a component is made of, and those that these are made of. */
function partsOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(join(root, file), "utf8");
  for (const [, from = ""] of text.matchAll(/from "((?:@\/components|\.)\/[^"]+)"/g)) {
    const path = from.startsWith("@/") ? from.slice(2) : join(dirname(file), from);
    const part = [`${path}.tsx`, `${path}.ts`].find((one) => existsSync(join(root, one)));
    if (part) partsOf(part, found);
  }
  return found;
}

test("the gallery shows every part of components/ui", () => {
  const shown = partsOf("components/site/dev-ui/gallery.tsx");
  const parts = readdirSync(join(root, "components/ui"))
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => `components/ui/${name}`);
  expect(parts.filter((part) => !shown.has(part) && !elsewhere.includes(part))).toEqual([]);
});
