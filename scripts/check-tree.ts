import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

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
export function findTreeFaults(root: string): string[] {
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
    return found && !path.startsWith("scripts/check-tree")
      ? [`${path}:${index + 1}: ${found}`]
      : [];
  });
}
