import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { stampClientAddress } from "./node-exchange";
import { rerouteMalformed } from "./reroute-malformed";

declare global {
  // The server bundle and the instrumentation each hold a copy of this module: one of them prepares.
  var stipendPreparesRequests: boolean | undefined;
}

/**
 * Notes the client's address in every request that an HTTP server of this process takes, and leads what
 * no route can take to where it is refused, before the server sees it: `next start` leaves no other place
 * to do so. Once per process.
 */
export function prepareRequests(trustedHops: number): void {
  if (globalThis.stipendPreparesRequests) return;
  globalThis.stipendPreparesRequests = true;
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    stampClientAddress(request, trustedHops);
    rerouteMalformed(request);
  });
}
