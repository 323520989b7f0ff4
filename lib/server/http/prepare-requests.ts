import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { stampClientAddress } from "./node-exchange";
import { methods } from "./routes";

declare global {
  // The server bundle and the instrumentation each hold a copy of this module: one of them prepares.
  var stipendPreparesRequests: boolean | undefined;
}

type Target = Pick<IncomingMessage, "method" | "url" | "headers" | "rawHeaders">;

const known = new Set<string>([...methods, "HEAD", "OPTIONS"]);
const apiPath = /^\/(?:v1|api|store)(?:\/|$)/;
const isMisspelt = (path: string) => /^\/v1(?:\/|$)/i.test(path) && !apiPath.test(path);

function isWellFormed(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes("\u0000");
  } catch {
    return false;
  }
}

function isHost(host: string): boolean {
  return URL.canParse(`http://${host}`);
}

/** RFC 9112, section 3.2: a proxy in front may have gone by one of them, and the app by another. */
const hasSeveralHosts = (rawHeaders: readonly string[]) =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && /^host$/i.test(name))
    .length > 1;

/** Why a request must not get to a route, as the route that refuses it is called. */
function faultOf({ method = "", headers, rawHeaders }: Target, url: string) {
  if (!known.has(method)) return "method";
  if (!url.startsWith("/")) return "target";
  if (hasSeveralHosts(rawHeaders)) return "host";
  return isHost(headers.host ?? "localhost") ? null : "host";
}

/** A path of the API in its one spelling: no empty segments, no slash at the end. */
function plainPath(path: string): string {
  const plain = path.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  return apiPath.test(plain) ? plain : path;
}

/**
 * Leads a request that Next fails on (500) to where it is refused: an unknown method, a target that is
 * no path, a malformed host or several, escapes that are not UTF-8. The absolute form of a target is taken for its
 * path (RFC 9112, section 3.2.2), and a path of the API for its plain spelling.
 */
function rerouteMalformed(request: Target): void {
  const url = (request.url ?? "/").replace(/^https?:\/\/[^/?#]*\/?/i, "/");
  const [, path = "", query = ""] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  const fault = faultOf(request, url);
  const lead = (to: string) => {
    request.method = request.method === "HEAD" ? "HEAD" : "GET";
    request.url = to;
  };
  if (fault) {
    if (fault === "host") request.headers.host = "localhost";
    lead(`/api/refused/${fault}`);
  } else if (isMisspelt(path)) lead("/api/refused/case");
  else if (isWellFormed(path)) request.url = plainPath(path) + query;
  else lead(apiPath.test(path) ? "/api/refused/path" : "/not-found");
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
