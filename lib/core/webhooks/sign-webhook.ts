import { createHmac, timingSafeEqual } from "node:crypto";
import type { SignatureCheck } from "@/lib/core/kinds";

/**
 * The headers that prove to a receiver where a webhook comes from and when it was sent (Standard
 * Webhooks 1.0.0, https://www.standardwebhooks.com): HMAC-SHA256 over `id.timestamp.body`.
 * @param secret `whsec_` and the key in base64
 * @param message.body exactly the bytes that are sent
 */
export function signWebhook(
  secret: string,
  message: { id: string; sentAt: Date; body: string },
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const { id, sentAt, body } = message;
  const timestamp = Math.floor(sentAt.getTime() / 1000).toString();
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const mac = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${mac}` };
}

/** As receivers are told to take it (Standard Webhooks 1.0.0). */
const TOLERANCE_SECONDS = 300;

/**
 * Checks a webhook as its receiver would: the signature is of the secret, over id, timestamp and body, and it was
 * sent within five minutes of `now`.
 * @param secret `whsec_` and the key in base64
 */
export function verifyWebhook(
  secret: string,
  message: { headers: Readonly<Record<string, string>>; body: string },
  now: Date,
): Exclude<SignatureCheck, "no_endpoint"> {
  const { headers, body } = message;
  const [id, timestamp, given] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
    (name) => headers[name],
  );
  if (!id || !timestamp || !given) return "missing";
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  const isSigned = given.split(" ").some((part) => {
    const mac = part.startsWith("v1,") ? Buffer.from(part.slice(3), "base64") : null;
    return mac?.length === expected.length && timingSafeEqual(mac, expected);
  });
  if (!isSigned) return "mismatch";
  const ageSeconds = Math.abs(now.getTime() / 1000 - Number(timestamp));
  return ageSeconds <= TOLERANCE_SECONDS ? "valid" : "too_old";
}
