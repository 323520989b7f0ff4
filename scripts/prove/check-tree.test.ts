import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";

function tree(files: Record<string, string>): string {
  const root = mkdtempSync(join(inject("runFolder"), "tree-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const FOLDERS = [
  ...[
    "app",
    "chaos",
    "cli",
    "components",
    "contracts",
    "db",
    "e2e",
    "inngest",
    "lib",
    "operator",
    "scripts",
    "testing",
  ],
];
const GENERATED = ["contracts/artifacts", "contracts/cache", "contracts/out", "db/migrations"];
const SOURCE = /\.(?:tsx?|mts|mjs|sol|css|sql|grit)$/;
const DRAWERS = /^(?:utils?|helpers?|common|types|misc|shared)$/;
const SILENCERS =
  /(?:biome|eslint|oxlint)-(?:ignore|disable)|@ts-(?:ignore|nocheck)|\b(?:TODO|FIXME|XXX)\b/;

/**
 * Names what the linter cannot see below `root`: comments that silence it, notes to self, names that say nothing.
 * One line each; none when the tree is in order.
 */
function findTreeFaults(root: string): string[] {
  const files = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .filter((path) => !GENERATED.some((generated) => path.startsWith(`${generated}/`))),
  );
  return files.flatMap((path) => [...nameFaults(path), ...textFaults(root, path)]);
}

function nameFaults(path: string): string[] {
  const parts = path.split("/").map((part) => basename(part).split(".")[0] ?? "");
  const drawer = parts.find((part) => DRAWERS.test(part));
  return [
    ...(drawer ? [`${path}: "${drawer}" does not say what is inside`] : []),
    ...(dirname(path) === "lib" ? [`${path}: lib holds folders only`] : []),
  ];
}

function textFaults(root: string, path: string): string[] {
  const lines = readFileSync(join(root, path), "utf8").split("\n");
  return lines.flatMap((line, index) => {
    const found = SILENCERS.exec(line)?.[0];
    return found && !path.startsWith("scripts/prove/check-tree")
      ? [`${path}:${index + 1}: ${found}`]
      : [];
  });
}

test("this tree silences no check and has no drawers", () => {
  expect(
    findTreeFaults(fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "")),
  ).toEqual([]);
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
