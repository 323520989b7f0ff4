import { createHmac, timingSafeEqual } from "node:crypto";

const TOLERANCE_SECONDS = 300;

/** The headers of a webhook (Standard Webhooks). */
export interface WebhookHeaders {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
}

/**
 * Whether a webhook was signed with `secret` (`whsec_…`) in the last five minutes, as Standard
 * Webhooks 1.0 says: HMAC-SHA256 over `id.timestamp.body`, one of the space-separated `v1,` values.
 * @param body as received, byte for byte
 */
export function verifyWebhook(secret: string, headers: WebhookHeaders, body: string): boolean {
  const { "webhook-id": id, "webhook-timestamp": timestamp } = headers;
  const isFresh = Math.abs(Date.now() / 1_000 - Number(timestamp)) <= TOLERANCE_SECONDS;
  if (!isFresh) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  return headers["webhook-signature"].split(" ").some((signature) => {
    const [version, value = ""] = signature.split(",");
    const given = Buffer.from(value, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
