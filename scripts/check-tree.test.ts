import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { findTreeFaults } from "./check-tree";

function tree(files: Record<string, string>): string {
  const root = mkdtempSync(join(inject("runFolder"), "tree-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test("this tree silences no check and has no drawers", () => {
  expect(findTreeFaults(fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, ""))).toEqual(
    [],
  );
});

test("comments that silence a check, and notes to self, are found with their line", () => {
  const root = tree({
    "lib/core/a.ts": "const a = 1;\n// biome-ignore lint: because\n",
    "app/b.tsx": "// @ts-ignore\n",
    "contracts/src/c.sol": "// TODO: later\n",
    "contracts/out/d.sol": "// TODO: generated\n",
  });
  expect(findTreeFaults(root).sort()).toEqual([
    "app/b.tsx:1: @ts-ignore",
    "contracts/src/c.sol:1: TODO",
    "lib/core/a.ts:2: biome-ignore",
  ]);
});

test("drawers and loose files in lib are found", () => {
  const root = tree({ "lib/loose.ts": "", "lib/core/utils.ts": "", "lib/helpers/a.ts": "" });
  expect(findTreeFaults(root)).toHaveLength(3);
});
