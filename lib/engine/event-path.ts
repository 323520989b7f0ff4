/** Reads a value of an event; undefined where there is none. */
export type EventPath = (event: object) => unknown;

const form = /^event((?:\.[A-Za-z_]\w*)+)$/;

/**
 * Reads the expressions that both engines agree on and our functions need: a path into the event.
 * @throws Error on anything else
 * @example
 * readEventPath("event.data.chainId")({ data: { chainId: 1 } }) // 1
 */
export function readEventPath(source: string): EventPath {
  const [, path] = form.exec(source) ?? [];
  if (path === undefined) throw new Error(`Unsupported expression "${source}"`);
  const names = path.slice(1).split(".");
  return (event) => names.reduce<unknown>(readField, event);
}

function readField(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}
