import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { envSchema } from "@/lib/adapters/env/env";
import { portSettings } from "@/scripts/demo/demo-options";

const readme = readFileSync("README.md", "utf8");
const manifest = JSON.parse(readFileSync("package.json", "utf8"));

function section(title: string): string {
  const [, text = ""] = readme.split(`\n## ${title}\n`);
  return text.split("\n## ")[0] ?? "";
}

/** Everything between single backticks. */
const quoted = (text: string) =>
  new Set([...text.matchAll(/`([^`\n]+)`/g)].map(([, word]) => word));

test("every setting of the app is explained, and none that it does not have", () => {
  const rows = section("Configuration")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) => [...quoted(row.split("|")[1] ?? "")]);
  expect(named.sort()).toEqual(Object.keys(envSchema.shape).sort());
});

test("every dependency says what it is for, and none is listed that is gone", () => {
  const rows = section("Dependencies")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) => [...quoted(row.split("|")[1] ?? "")]);
  const installed = { ...manifest.dependencies, ...manifest.devDependencies };
  expect(named.sort()).toEqual(Object.keys(installed).sort());
});

test("every npm script that is mentioned exists", () => {
  const mentioned = [...readme.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(
    ([, name]) => name ?? "",
  );
  expect(mentioned.filter((name) => !(name in manifest.scripts))).toEqual([]);
});

test("every file that is mentioned exists", () => {
  const paths = [...quoted(readme)].filter((word) =>
    /^(lib|scripts|app|db|e2e)\/[\w./-]+$/.test(word ?? ""),
  );
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => !existsSync(path ?? ""))).toEqual([]);
});

test("every port of the demo is listed with its flag and variable", () => {
  for (const { flag, variable } of Object.values(portSettings)) {
    expect(section("Start")).toContain(`| \`${flag}\` | \`${variable}\` |`);
  }
});
