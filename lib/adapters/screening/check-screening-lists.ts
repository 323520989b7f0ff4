import { readScreeningList } from "./screening-list";
import { type ListConfig, listSettings } from "./screening-lists";

/** Why a list cannot be used, without its path: `/ready` is public. */
export function listTrouble(error: unknown): string {
  if (!(error instanceof Error)) return "it cannot be read";
  return "code" in error ? `it cannot be read (${error.code})` : error.message;
}

/**
 * Reads the operator's lists once, for a start: with a list that cannot be used every payment would be
 * held.
 * @throws Error naming the setting and what is wrong with its file
 */
export async function checkScreeningLists(config: ListConfig): Promise<void> {
  for (const setting of listSettings) {
    const path = config[setting];
    if (path === undefined) continue;
    await readScreeningList(path).catch((error) => {
      throw new Error(`${setting} (${path}): ${listTrouble(error)}`);
    });
  }
}
