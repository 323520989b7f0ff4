type Values = Readonly<Record<string, unknown>> | null;

/** How many changes are named; the entry itself has all. */
const MOST = 3;

/**
 * What an action changed, in a line; empty where the log keeps no values.
 * @example sayChange({ status: "active" }, { status: "suspended" }) // "status: active → suspended"
 */
export function sayChange(before: Values, after: Values): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changed = names.filter((name) => textOf(before?.[name]) !== textOf(after?.[name]));
  const said = changed.slice(0, MOST).map((name) => {
    const [old, now] = [textOf(before?.[name]), textOf(after?.[name])];
    return old === "" ? `${name}: ${now || "none"}` : `${name}: ${old} → ${now || "none"}`;
  });
  const more = changed.length - said.length;
  return [...said, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
