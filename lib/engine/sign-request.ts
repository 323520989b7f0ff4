import { createHmac } from "node:crypto";
import canonicalize from "canonicalize";

/** A request of the engine to the app. */
export interface OutgoingRequest {
  method: "PUT" | "POST";
  url: string;
  body: unknown;
  headers?: Record<string, string>;
}

/**
 * Builds a request as Inngest signs it: the body is RFC 8785 canonical JSON, the header
 * `t=<unix seconds>&s=<hex>` an HMAC-SHA256 over the body followed by t, keyed with the signing
 * key without its `signkey-…-` prefix. The app accepts it for five minutes.
 */
export function signRequest(outgoing: OutgoingRequest, signingKey: string): Request {
  const body = canonicalize(outgoing.body) ?? "null";
  const seconds = Math.floor(Date.now() / 1_000);
  const key = signingKey.replace(/^signkey-\w+-/, "");
  const signature = createHmac("sha256", key).update(`${body}${seconds}`).digest("hex");
  return new Request(outgoing.url, {
    method: outgoing.method,
    body,
    headers: {
      "content-type": "application/json",
      // The SDK needs it to read the URL, and a request that crosses no socket would have none.
      host: new URL(outgoing.url).host,
      "x-inngest-signature": `t=${seconds}&s=${signature}`,
      ...outgoing.headers,
    },
  });
}
