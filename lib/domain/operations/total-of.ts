import type { Waiting } from "./stored-state";

/** How much some groups hold, and the greatest of their ages. */
export function totalOf<Group extends Pick<Waiting, "count">>(
  groups: readonly Group[],
  ageOf: (group: Group) => number,
): { count: number; oldest: number } {
  return {
    count: groups.reduce((sum, { count }) => sum + count, 0),
    oldest: groups.reduce((oldest, group) => Math.max(oldest, ageOf(group)), 0),
  };
}
