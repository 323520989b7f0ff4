import { readdirSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "@/scripts/build/contracts/sources";

const LISTS = join(projectRoot, "scripts/prove/mutants/lists");

/** One line of the product changed so that a rule is gone, and the test that must fail then. */
export interface LineMutant {
  /** What is removed, as a sentence: "lists do not filter by mode". */
  readonly name: string;
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly from: string;
  readonly to: string;
  /** The test file that fails with it; of a contract (`.t.sol`) forge runs it, of anything else vitest. */
  readonly test: string;
  /** A part of the test's name, where the file is long: only what matches is run. Of a contract a regular expression. */
  readonly match?: string;
}

/** All mutants, of every list or of the one with this name. */
export async function loadMutants(list?: string): Promise<LineMutant[]> {
  const files = readdirSync(LISTS).filter((file) => file === `${list ?? file.slice(0, -3)}.ts`);
  const lists = await Promise.all(
    files.map(async (file) => (await import(join(LISTS, file))) as { mutants: LineMutant[] }),
  );
  return lists.flatMap(({ mutants }) => mutants);
}
