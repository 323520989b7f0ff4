import type { PaletteEntry } from "./palette-entry";

/** Entries under their headings, in the order in which these come first. */
export function groupsOf(entries: readonly PaletteEntry[]): [string, PaletteEntry[]][] {
  const groups = new Map<string, PaletteEntry[]>();
  for (const entry of entries) {
    const own = groups.get(entry.group) ?? [];
    own.push(entry);
    groups.set(entry.group, own);
  }
  return [...groups];
}
