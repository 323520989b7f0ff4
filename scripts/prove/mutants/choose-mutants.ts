import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import type { LineMutant } from "./load-mutants";

/** What a working tree changes. */
export interface Changes {
  commit: string;
  /** The commit it is compared with; null without history, as in a shallow clone. */
  base: string | null;
  /** Paths from the project's root. */
  files: ReadonlySet<string>;
}

/**
 * The files that differ from `base`, the uncommitted ones included. Without a `base` it is where the branch
 * left `origin/main`; on that branch itself the commit before.
 * @throws Error when git does not know `base`
 */
export function changesHere(root: string, base?: string): Changes {
  const commit = git(root, "rev-parse", "--verify", "--quiet", "HEAD") ?? "";
  const branchedAt = git(root, "merge-base", "HEAD", "origin/main");
  const found =
    base ?? (branchedAt && branchedAt !== commit ? branchedAt : null) ?? previousCommit(root);
  const names = found ? git(root, "diff", "--name-only", "--no-renames", found) : "";
  if (names === null) throw new Error(`git cannot compare with ${found}`);
  return { commit, base: found, files: new Set(names.split("\n").filter(Boolean)) };
}

const previousCommit = (root: string): string | null =>
  git(root, "rev-parse", "--verify", "--quiet", "HEAD~1");

/** `count` of the mutants at most; the same ones for the same seed, others for another. */
export function chooseAtRandom(
  mutants: readonly LineMutant[],
  count: number,
  seed: string,
): LineMutant[] {
  const rank = ({ name, file }: LineMutant) =>
    createHash("sha256").update(`${seed}\0${file}\0${name}`).digest("hex");
  return [...mutants].sort((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, count);
}

/** What git prints; null when it refuses, or is not there. */
function git(cwd: string, ...given: string[]): string | null {
  try {
    const stdio: ["ignore", "pipe", "ignore"] = ["ignore", "pipe", "ignore"];
    return execFileSync("git", given, { cwd, encoding: "utf8", stdio }).trim();
  } catch {
    return null;
  }
}
