import { createHash, timingSafeEqual } from "node:crypto";
import { isLocalPeer } from "./client-address";
import type { ApiRequest } from "./http";

/**
 * Who may read the metrics: whoever has the token, and a process on this machine whose request no proxy
 * has forwarded.
 * @returns `hidden` where there is no token with which to ask
 */
export function metricsAccess(
  request: Pick<ApiRequest, "header">,
  token: string | undefined,
): "granted" | "refused" | "hidden" {
  const given = /^Bearer (.+)$/i.exec(request.header("authorization") ?? "")?.[1];
  if (token !== undefined && given !== undefined && isSame(given, token)) return "granted";
  if (isLocalPeer(request.header)) return "granted";
  return token === undefined ? "hidden" : "refused";
}

/** Takes as long for every wrong token. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
