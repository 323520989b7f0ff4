import { createHmac } from "node:crypto";

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
