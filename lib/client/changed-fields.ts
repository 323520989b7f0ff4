/** Whether two values of a field are the same; lists are by their items. */
const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * The fields that differ from those that a form began with: the others stay as they are stored, also where another
 * person has changed them since.
 * @example changedFields({ name: "Ada", city: "Bonn" }, { name: "Ada", city: "Rome" }) // { city: "Rome" }
 */
export function changedFields<Fields extends object>(
  began: Fields,
  typed: Fields,
): Partial<Fields> {
  const names = Object.keys(typed) as (keyof Fields)[];
  const changed = names.filter((name) => !isSame(typed[name], began[name]));
  return Object.fromEntries(changed.map((name) => [name, typed[name]])) as Partial<Fields>;
}
