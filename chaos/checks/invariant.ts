import type { Evidence } from "./evidence";

/** A sentence that has to be true after every run. */
export interface Invariant {
  name: string;
  /** What contradicts it, one line each. */
  violations(evidence: Evidence): string[] | Promise<string[]>;
}

/** How an invariant turned out. */
export interface Finding {
  name: string;
  violations: string[];
}

/** Rows by what `keyOf` gives; several may share a key. */
export function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
