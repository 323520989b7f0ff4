/** A node of `EXPLAIN (VERBOSE, FORMAT JSON)`. */
export interface PlanNode {
  readonly "Node Type": string;
  readonly Alias?: string;
  readonly "Join Type"?: string;
  readonly "Parent Relationship"?: string;
  readonly Output?: readonly string[];
  readonly Plans?: readonly PlanNode[];
}

/** Which side of a join is filled with nulls where the other has no match. */
const FILLED: Readonly<Record<string, readonly string[]>> = {
  Left: ["Inner"],
  Right: ["Outer"],
  Full: ["Inner", "Outer"],
};

/**
 * Places of the columns that a plan answers with null where an outer join finds no match. A column that comes
 * through a subquery or CTE which is planned on its own is known by that one's alias only, and is not seen.
 */
export function outerJoined(plan: PlanNode): ReadonlySet<number> {
  const filled = new Set<string>();
  collect(plan, false, filled);
  const places = new Set<number>();
  (plan.Output ?? []).forEach((expression, place) => {
    const [, alias] = /^"?([^".()]+)"?\."?[^".()]+"?$/.exec(expression) ?? [];
    if (alias !== undefined && filled.has(alias)) places.add(place);
  });
  return places;
}

function collect(node: PlanNode, isFilled: boolean, filled: Set<string>): void {
  if (isFilled && node.Alias !== undefined) filled.add(node.Alias);
  const sides = FILLED[node["Join Type"] ?? ""] ?? [];
  for (const child of node.Plans ?? []) {
    const side = child["Parent Relationship"] ?? "";
    collect(child, isFilled || sides.includes(side), filled);
  }
}
