/** How an endpoint is called. */
export interface Operation {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With `{name}` for each path parameter. */
  readonly path: string;
  /** It takes no key, and so no `Idempotency-Key`. */
  readonly isPublic?: true;
  /** It answers with a file's bytes. */
  readonly isFile?: true;
}

/** The request that an input makes. */
export interface BuiltRequest {
  /** Path and query. */
  readonly target: string;
  readonly body: string | undefined;
}

type Input = Readonly<Record<string, unknown>>;

/**
 * Puts an input's fields where they belong: those that the path names into the path, the others into the
 * query of a read or the JSON body of a write.
 * @throws TypeError when a path parameter is missing, or cannot be part of a path
 */
export function buildRequest({ method, path }: Operation, input: Input): BuiltRequest {
  const others = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = others.get(name);
    others.delete(name);
    return pathSegment(name, value);
  });
  if (method === "GET") {
    const query = new URLSearchParams([...others].map(([name, value]) => [name, String(value)]));
    return { target: others.size > 0 ? `${filled}?${query}` : filled, body: undefined };
  }
  return {
    target: filled,
    body: others.size > 0 ? JSON.stringify(Object.fromEntries(others)) : undefined,
  };
}

/** A segment that is empty or of dots would lead to another path. */
function pathSegment(name: string, value: unknown): string {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text === "" || text === "." || text === "..") {
    throw new TypeError(`${name} must be a text that names the object`);
  }
  return encodeURIComponent(text);
}
