import type { Env } from "@/lib/adapters/env/env";
import type { Address } from "@/lib/core/chain/hex";
import { emptyList, readScreeningList, type ScreeningList } from "./screening-list";

/** The settings that name the operator's files: who is blocked, and who is watched. */
export const listSettings = ["SCREENING_LIST", "SCREENING_WATCHLIST"] as const;
export type ListSetting = (typeof listSettings)[number];
export type ListConfig = Pick<Env, ListSetting>;

/** The operator's lists as they are now; an error stands for a file that cannot be used. */
export interface ScreeningLists {
  readonly blocked: ScreeningList | Error;
  /** Null where no watch list is configured. */
  readonly watched: ScreeningList | Error | null;
  /** The hashes of the files, or `none`; null while a file cannot be used. */
  readonly version: string | null;
}

/** Reads the operator's lists; a changed file counts within a second. */
export async function openLists(config: ListConfig): Promise<ScreeningLists> {
  const [blocked, watched] = await Promise.all([
    openList(config.SCREENING_LIST),
    config.SCREENING_WATCHLIST === undefined ? null : openList(config.SCREENING_WATCHLIST),
  ]);
  return { blocked, watched, version: versionOf(blocked, watched) };
}

function versionOf(
  blocked: ScreeningLists["blocked"],
  watched: ScreeningLists["watched"],
): string | null {
  if (blocked instanceof Error || watched instanceof Error) return null;
  return watched ? `${blocked.version}+${watched.version}` : blocked.version;
}

/**
 * Whether a list names an address.
 * @throws Error the list cannot be used
 */
export async function isNamed(list: ScreeningList | Error, address: Address): Promise<boolean> {
  if (list instanceof Error) throw list;
  return list.has(address);
}

async function openList(path: string | undefined): Promise<ScreeningList | Error> {
  if (path === undefined) return emptyList;
  return readScreeningList(path).catch((error) =>
    error instanceof Error ? error : new Error(String(error)),
  );
}
