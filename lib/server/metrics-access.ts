import { createHash, timingSafeEqual } from "node:crypto";
import { isLocalPeer } from "./client-address";
import type { ApiRequest } from "./http";

/**
 * Who may read the metrics: whoever has the token; where there is none, a process on this machine whose
 * request no proxy has forwarded. A proxy that sends no headers looks like one: a token keeps it out.
 * @returns `hidden` where there is no token with which to ask
 */
export function metricsAccess(
  request: Pick<ApiRequest, "header">,
  token: string | undefined,
): "granted" | "refused" | "hidden" {
  if (token === undefined) return isLocalPeer(request.header) ? "granted" : "hidden";
  const given = /^Bearer (.+)$/i.exec(request.header("authorization") ?? "")?.[1];
  return given !== undefined && isSame(given, token) ? "granted" : "refused";
}

/** Takes as long for every wrong token. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
