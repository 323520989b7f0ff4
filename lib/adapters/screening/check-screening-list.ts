import type { Env } from "@/lib/adapters/env/env";
import { readScreeningList } from "./screening-list";

/** Why a list cannot be used, without its path: `/ready` is public. */
export function listTrouble(error: unknown): string {
  if (!(error instanceof Error)) return "it cannot be read";
  return "code" in error ? `it cannot be read (${error.code})` : error.message;
}

/**
 * Reads the operator's list once, for a start: with a list that cannot be used every payment would be
 * held.
 * @throws Error naming the setting and what is wrong with its file
 */
export async function checkScreeningList({
  SCREENING_LIST: path,
}: Pick<Env, "SCREENING_LIST">): Promise<void> {
  if (path === undefined) return;
  await readScreeningList(path).catch((error) => {
    throw new Error(`SCREENING_LIST (${path}): ${listTrouble(error)}`);
  });
}
