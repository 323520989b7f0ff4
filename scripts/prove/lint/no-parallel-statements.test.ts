import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { projectRoot } from "@/scripts/build/contracts/sources";

/** What the linter says of a file with the text, with this rule alone. */
function lint(text: string): string {
  const folder = mkdtempSync(join(inject("runFolder"), "lint-"));
  const plugins = [join(projectRoot, "scripts/prove/lint/no-parallel-statements.grit")];
  const settings = { plugins, linter: { rules: { preset: "none" } } };
  writeFileSync(join(folder, "biome.json"), JSON.stringify(settings));
  writeFileSync(join(folder, "planted.ts"), text);
  const biome = join(projectRoot, "node_modules/.bin/biome");
  const { stdout, stderr } = spawnSync(biome, ["lint", "."], { cwd: folder, encoding: "utf8" });
  expect(`${stdout}${stderr}`).toContain("Checked");
  return `${stdout}${stderr}`;
}

test.each([
  ["named in the call", "const f = (tx: Sql) => Promise.all([tx`select 1`, g(tx)]);"],
  [
    "begun before it",
    "async function f(tx: Sql): Promise<void> {\n  const one = g(tx);\n  await Promise.allSettled([one]);\n}",
  ],
])("statements of one transaction do not run in parallel (%s)", (_how, text) => {
  expect(lint(text)).toContain("use `pipelined`");
});

test("several transactions do", () => {
  const text =
    "const f = (db: Sql) => Promise.all([1, 2].map(() => db.begin((tx) => tx`select 1`)));";
  expect(lint(text)).not.toContain("pipelined");
});
