/**
 * A condition on a state, for a partial index and for the queries that are to use it. Where a query's own
 * condition implies an index's, the planner may read the whole index even when the query names a key; it
 * does so while statistics, taken when nothing is under way, say that next to nothing is there to read.
 * Spelled with the index's purpose, it is implied by nothing else.
 * @example
 * indexCondition("due", "s.status", ["created", "pending"])
 * // (s.status || ' due') in ('created due', 'pending due')
 */
export function indexCondition(purpose: string, column: string, states: readonly string[]): string {
  const list = states.map((state) => `'${state} ${purpose}'`).join(", ");
  return `(${column} || ' ${purpose}') in (${list})`;
}
