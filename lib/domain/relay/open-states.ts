import type { Db } from "@/db/client";
import { openSubmissionStates, type SubmissionState } from "@/lib/core/states";

const literal = (states: readonly SubmissionState[]) =>
  states.map((state) => `'${state}'`).join(", ");

/**
 * The open states as constants: a list of parameters would keep the planner from the indexes on open
 * rows alone.
 */
export function openStates(db: Db) {
  return db.unsafe(literal(openSubmissionStates));
}
