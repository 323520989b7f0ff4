import type { OpenSubmissions } from "./stored-relay";

/** How many submissions some groups hold, and the greatest of their ages. */
export function totalOf(
  groups: readonly OpenSubmissions[],
  ageOf: (group: OpenSubmissions) => number,
): { count: number; oldest: number } {
  return {
    count: groups.reduce((sum, { count }) => sum + count, 0),
    oldest: groups.reduce((oldest, group) => Math.max(oldest, ageOf(group)), 0),
  };
}
