import { readdirSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "@/scripts/contracts/sources";
import type { LineMutant } from "./line-mutant";

const LISTS = join(projectRoot, "scripts/mutants/lists");

/** All mutants, of every list or of the one with this name. */
export async function loadMutants(list?: string): Promise<LineMutant[]> {
  const files = readdirSync(LISTS).filter((file) => file === `${list ?? file.slice(0, -3)}.ts`);
  const lists = await Promise.all(
    files.map(async (file) => (await import(join(LISTS, file))) as { mutants: LineMutant[] }),
  );
  return lists.flatMap(({ mutants }) => mutants);
}
