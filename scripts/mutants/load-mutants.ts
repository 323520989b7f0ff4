import { readdirSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "@/scripts/contracts/sources";
import type { LineMutant } from "./line-mutant";

const LISTS = join(projectRoot, "scripts/mutants/lists");

/** All mutants, of every list. */
export async function loadMutants(): Promise<LineMutant[]> {
  const files = readdirSync(LISTS).filter((file) => file.endsWith(".ts"));
  const lists = await Promise.all(
    files.map(async (file) => (await import(join(LISTS, file))) as { mutants: LineMutant[] }),
  );
  return lists.flatMap(({ mutants }) => mutants);
}
