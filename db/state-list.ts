import type { Db } from "./client";

/**
 * States as constants in a statement's text, for `in (…)`: a list of parameters would keep the planner from the
 * indexes on rows in some states alone.
 * @example
 * db`select from mails where state in (${stateList(db, ["queued", "sending"])})`
 * // … where state in ('queued', 'sending')
 */
export function stateList(db: Db, states: readonly string[]) {
  return db.unsafe(states.map((state) => `'${state}'`).join(", "));
}
