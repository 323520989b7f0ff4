import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "@/chaos/options";
import { projectRoot } from "@/scripts/build/contracts/sources";

/** What a worker is built from. */
const SOURCES = [
  "chaos",
  "lib",
  "db",
  "operator",
  "scripts",
  "inngest",
  "package.json",
  "tsconfig.json",
];

/** A piece of a source file, and what stands there instead. */
export interface Edit {
  file: string;
  /** Occurs exactly once. */
  from: string;
  to: string;
}

/** A mistake that the harness has to notice. */
export interface Mutant {
  name: string;
  /** The part of the product that is under fire. */
  machine: Machine | "renewals";
  /** The invariants of which one, by name, has to fail: another one's failure shows nothing. */
  caughtBy: readonly string[];
  edits: readonly Edit[];
  /** Constraints that would make up for the mistake, taken away. */
  statements?: readonly string[];
}

/**
 * Copies the sources to `folder` and makes the mutant's changes there.
 * @returns the folder
 * @throws Error when a text to be changed is not there exactly once
 */
export function applyMutant({ name, edits }: Mutant, folder: string): string {
  mkdirSync(folder);
  for (const source of SOURCES) {
    cpSync(join(projectRoot, source), join(folder, source), { recursive: true });
  }
  symlinkSync(join(projectRoot, "node_modules"), join(folder, "node_modules"));
  for (const edit of edits) applyEdit(name, edit, folder);
  return folder;
}

function applyEdit(name: string, { file, from, to }: Edit, folder: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  const found = timesIn(text, from);
  if (found !== 1) throw new Error(`${name}: ${file} has ${found} times\n${from}`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
}

/** How often a file of the project has the text that an edit changes: once, or the mutant is out of date. */
export function timesInProject({ file, from }: Edit): number {
  return timesIn(readFileSync(join(projectRoot, file), "utf8"), from);
}

const timesIn = (text: string, part: string) => text.split(part).length - 1;
