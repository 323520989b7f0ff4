import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { loadMutants } from "./load-mutants";

const read = (file: string) => readFileSync(join(projectRoot, file), "utf8");

test("every mutant still changes exactly one place, and names a test that is there", async () => {
  const mutants = await loadMutants();
  expect(mutants.length).toBeGreaterThanOrEqual(120);
  expect(mutants.length).toBeLessThanOrEqual(150);
  const faults = mutants.flatMap(({ name, file, from, to, test: path }) => {
    const found = existsSync(join(projectRoot, file)) ? read(file).split(from).length - 1 : 0;
    if (found !== 1) return [`${name}: ${file} has its text ${found} times`];
    if (from === to) return [`${name}: it changes nothing`];
    return existsSync(join(projectRoot, path)) ? [] : [`${name}: there is no ${path}`];
  });
  expect(faults).toEqual([]);
});

test("no two mutants have the same name and file", async () => {
  const names = (await loadMutants()).map(({ name, file }) => `${name} (${file})`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
