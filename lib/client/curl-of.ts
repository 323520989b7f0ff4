import { type ApiRequest, fillRequest } from "./fill-request";

/**
 * The request as a command for a shell; the key is the variable `STIPEND_API_KEY`.
 * @example
 * curlOf("https://pay.example", { method: "POST", path: "/v1/refunds/{id}/cancel", input: { id: "re_1" } })
 * // curl -X POST 'https://pay.example/v1/refunds/re_1/cancel' \
 * //   -H "Authorization: Bearer $STIPEND_API_KEY"
 */
export function curlOf(origin: string, request: ApiRequest): string {
  const { url, body } = fillRequest(origin, request);
  const method = request.method === "GET" ? "" : `-X ${request.method} `;
  const lines = [`curl ${method}${quote(url)}`, `-H "Authorization: Bearer $STIPEND_API_KEY"`];
  if (body !== null) {
    lines.push(`-H ${quote("Content-Type: application/json")}`);
    lines.push(`-d ${quote(JSON.stringify(body))}`);
  }
  return lines.join(" \\\n  ");
}

/** In single quotes, as every POSIX shell takes it. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
