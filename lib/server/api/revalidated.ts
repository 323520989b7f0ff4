import { createHash } from "node:crypto";
import type { Endpoint } from "@/lib/contract/endpoint";
import type { ApiHandler } from "@/lib/server/http/http";

/**
 * Answers an endpoint that is declared to be cached with an `ETag` of its body and how long it may be kept, and with 304
 * where the caller has the same one (RFC 9110, section 13.1.2). What is refused is not kept.
 */
export function revalidated({ cachedSeconds }: Endpoint, api: ApiHandler): ApiHandler {
  if (cachedSeconds === undefined) return api;
  return async (request) => {
    const answer = await api(request);
    if (answer.status !== 200) return answer;
    const etag = `"${createHash("sha256").update(answer.body).digest("base64url").slice(0, 27)}"`;
    const headers = {
      ...answer.headers,
      etag,
      "cache-control": `public, max-age=${cachedSeconds}`,
    };
    const known = (request.header("if-none-match") ?? "").split(",").map((text) => text.trim());
    const isKnown = known.includes(etag) || known.includes(`W/${etag}`);
    return isKnown ? { status: 304, headers, body: "" } : { ...answer, headers };
  };
}
