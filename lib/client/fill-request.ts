/** A request of the API, as a declaration names it. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With `{name}` for each path parameter. */
  readonly path: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

/**
 * The address of a request with its path filled in, and what is left of its input: in the query of a read, as the
 * body of a write.
 * @returns body null where nothing is left for one
 */
export function fillRequest(origin: string, { method, path, input = {} }: ApiRequest) {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  if (rest.size === 0) return { url: `${origin}${filled}`, body: null };
  if (method === "GET") return { url: `${origin}${filled}?${queryOf(rest)}`, body: null };
  return { url: `${origin}${filled}`, body: Object.fromEntries(rest) };
}

const queryOf = (values: ReadonlyMap<string, unknown>) =>
  new URLSearchParams([...values].map(([name, value]) => [name, String(value)])).toString();
