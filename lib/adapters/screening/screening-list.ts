import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { type Address, lowerHex } from "@/lib/core/chain/hex";

/** A list of blocked addresses and the hash of the file that it was read from. */
export interface ScreeningList {
  readonly version: string;
  /** When the file was last written; null where there is none. */
  readonly writtenAt: Date | null;
  has(address: Address): boolean;
}

interface LoadedList {
  /** Of the file, when it was read. */
  readonly stamp: string;
  readonly list: ScreeningList;
  /** When to look at the file again, on the clock of `performance.now()`. */
  readonly until: number;
}

/** What is used where no list is configured. */
export const emptyList: ScreeningList = {
  version: "none",
  writtenAt: null,
  has: () => false,
};

/** Between two looks at the file. */
const RECHECK_MS = 1_000;
const loaded = new Map<string, LoadedList>();

/**
 * Reads the list of blocked addresses: all addresses in the file, in any format (lines, CSV, JSON) and case. A changed
 * file counts within a second.
 * @throws Error the file cannot be read, or names no address at all
 */
export async function readScreeningList(path: string): Promise<ScreeningList> {
  const known = loaded.get(path);
  if (known && performance.now() < known.until) return known.list;
  try {
    const list = await reread(path, known);
    loaded.set(path, { ...list, until: performance.now() + RECHECK_MS });
    return list.list;
  } catch (error) {
    // What was read before does not count any more.
    loaded.delete(path);
    throw error;
  }
}

async function reread(
  path: string,
  known: LoadedList | undefined,
): Promise<Omit<LoadedList, "until">> {
  const { mtimeMs, size, ino } = await stat(path);
  const stamp = `${mtimeMs}:${size}:${ino}`;
  if (known?.stamp === stamp) return known;
  return { stamp, list: parse(await readFile(path, "utf8"), new Date(mtimeMs)) };
}

function parse(text: string, writtenAt: Date): ScreeningList {
  const addresses = new Set(text.match(/\b0x[0-9a-fA-F]{40}\b/g)?.map(lowerHex));
  if (addresses.size === 0) throw new Error("it names no address");
  const version = createHash("sha256").update(text).digest("hex").slice(0, 16);
  return { version, writtenAt, has: (address) => addresses.has(lowerHex(address)) };
}
