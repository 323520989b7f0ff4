import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, inject, test } from "vitest";
import { changesHere, chooseAtRandom } from "./choose-mutants";
import type { LineMutant } from "./load-mutants";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(inject("runFolder"), "history-"));
});

function git(...given: string[]): string {
  const author = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  return execFileSync("git", [...author, ...given], { cwd: root, encoding: "utf8" }).trim();
}

function commit(file: string): string {
  writeFileSync(join(root, file), "one");
  git("add", "-A");
  git("commit", "--quiet", "-m", file);
  return git("rev-parse", "HEAD");
}

test("without an origin a commit is compared with the one before, and with what is not committed", () => {
  git("init", "--quiet");
  const first = commit("first.ts");
  const second = commit("second.ts");
  writeFileSync(join(root, "first.ts"), "two");
  expect(changesHere(root)).toEqual({
    commit: second,
    base: first,
    files: new Set(["first.ts", "second.ts"]),
  });
});

test("a branch is compared with where it left main, and main with the commit before", () => {
  git("init", "--quiet");
  const first = commit("first.ts");
  const left = commit("second.ts");
  git("update-ref", "refs/remotes/origin/main", left);
  expect(changesHere(root).base).toBe(first);
  commit("third.ts");
  commit("fourth.ts");
  const changes = changesHere(root);
  expect(changes.base).toBe(left);
  expect(changes.files).toEqual(new Set(["third.ts", "fourth.ts"]));
  expect(changesHere(root, first).files.size).toBe(3);
});

test("where there is no history nothing has changed, and an unknown base is an error", () => {
  expect(changesHere(root)).toEqual({ commit: "", base: null, files: new Set() });
  git("init", "--quiet");
  commit("first.ts");
  expect(changesHere(root)).toMatchObject({ base: null, files: new Set() });
  expect(() => changesHere(root, "nowhere")).toThrow("nowhere");
});

test("the same seed chooses the same ones, and other seeds come to all of them", () => {
  const mutants = Array.from({ length: 30 }, (_, index): LineMutant => {
    return { name: `rule ${index}`, file: "lib/a.ts", from: "a", to: "b", test: "lib/a.test.ts" };
  });
  const names = (seed: string) => chooseAtRandom(mutants, 5, seed).map(({ name }) => name);
  expect(names("one")).toHaveLength(5);
  expect(names("one")).toEqual(names("one"));
  const seeds = Array.from({ length: 100 }, (_, index) => `seed ${index}`);
  expect(new Set(seeds.flatMap(names)).size).toBe(30);
  expect(chooseAtRandom(mutants, 100, "one")).toHaveLength(30);
});
