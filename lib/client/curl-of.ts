/** A request of the API, as a declaration names it. */
export interface CurlRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With `{name}` for each path parameter. */
  readonly path: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

/**
 * The request as a command for a shell; the key is the variable `STIPEND_API_KEY`.
 * @example
 * curlOf("https://pay.example", { method: "POST", path: "/v1/refunds/{id}/cancel", input: { id: "re_1" } })
 * // curl -X POST 'https://pay.example/v1/refunds/re_1/cancel' \
 * //   -H "Authorization: Bearer $STIPEND_API_KEY"
 */
export function curlOf(origin: string, { method, path, input = {} }: CurlRequest): string {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const isRead = method === "GET";
  const query = isRead && rest.size > 0 ? `?${queryOf(rest)}` : "";
  const lines = [
    `curl ${isRead ? "" : `-X ${method} `}${quote(`${origin}${filled}${query}`)}`,
    `-H "Authorization: Bearer $STIPEND_API_KEY"`,
  ];
  if (!isRead && rest.size > 0) {
    lines.push(flagged("-H", "Content-Type: application/json"));
    lines.push(flagged("-d", JSON.stringify(Object.fromEntries(rest))));
  }
  return lines.join(" \\\n  ");
}

const queryOf = (values: ReadonlyMap<string, unknown>) =>
  new URLSearchParams([...values].map(([name, value]) => [name, String(value)])).toString();

const flagged = (flag: string, text: string) => `${flag} ${quote(text)}`;

/** In single quotes, as every POSIX shell takes it. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
