import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { isAllowed } from "./licences";
import { productPackages } from "./packages";
import { writeNotices } from "./write-notices";

it("ships no package whose licence is not on the list", () => {
  const packages = productPackages();
  expect(packages.length).toBeGreaterThan(100);
  const refused = packages.filter(
    ({ name, licence }) => licence === null || !isAllowed(name, licence),
  );
  expect(refused.map(({ name, version, licence }) => `${name} ${version}: ${licence}`)).toEqual([]);
});

it("takes one of alternatives, and all that hold together", () => {
  expect(isAllowed("any", "MIT")).toBe(true);
  expect(isAllowed("any", "(MIT OR GPL-3.0-only)")).toBe(true);
  expect(isAllowed("any", "MIT AND GPL-3.0-only")).toBe(false);
  expect(isAllowed("any", "LGPL-3.0-or-later")).toBe(false);
  expect(isAllowed("@img/sharp-libvips-linux-x64", "LGPL-3.0-or-later")).toBe(true);
  expect(isAllowed("any", "SEE LICENSE IN LICENSE.md")).toBe(false);
  expect(isAllowed("any", "WalletConnect Community License")).toBe(false);
});

it("has its notices written for the packages of now", () => {
  const written = readFileSync(join(projectRoot, "THIRD-PARTY-NOTICES"), "utf8");
  expect(written === writeNotices(productPackages())).toBe(true);
});
