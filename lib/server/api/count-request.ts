import type { ServerResponse } from "node:http";
import { metrics } from "@/lib/adapters/metrics/metrics";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Starts to measure a request.
 * @returns to be called with the answer; `route` is the pattern that was matched, `page` for all that
 * Next answers
 */
export function countRequest(
  given: string | undefined,
): (route: string, response: ServerResponse) => void {
  const startedAt = performance.now();
  return (route, response) => {
    const { httpRequests, httpSeconds } = metrics();
    // Clients may send any method name.
    const method = given && methods.has(given) ? given : "other";
    httpRequests.add(1, route, method, String(response.statusCode));
    const type = response.getHeader("content-type");
    // A stream of events lasts as long as the client listens.
    if (String(type).startsWith("text/event-stream")) return;
    httpSeconds.observe((performance.now() - startedAt) / 1_000, route, method);
  };
}
