import type { WebhookEvent } from "./types.generated";

/** Why a webhook is not to be trusted. */
export type WebhookFault =
  | "header_missing"
  | "timestamp_malformed"
  | "timestamp_too_old"
  | "timestamp_in_future"
  | "signature_mismatch"
  | "secret_malformed"
  | "payload_malformed";

/** The request did not come from Stipend as it is, or not just now: answer it with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";

  constructor(
    readonly reason: WebhookFault,
    message: string,
  ) {
    super(message);
  }
}

/** A request's headers, as frameworks have them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What is verified. */
export interface SignedWebhook {
  /** The request's body as it came, byte for byte: not parsed, not written anew. */
  readonly payload: string | Uint8Array;
  readonly headers: WebhookHeaders;
  /** The endpoint's secret (`whsec_…`); several while it is being rotated. */
  readonly secret: string | readonly string[];
  /** How far the timestamp may be from this machine's clock; 300 by default. */
  readonly toleranceSeconds?: number;
}

/**
 * Verifies a webhook's signature and age (Standard Webhooks), and returns its event. Deliveries repeat: an
 * event that was dealt with before is told by its `id`.
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(webhook: SignedWebhook): Promise<WebhookEvent> {
  const { headers, payload, toleranceSeconds = 300 } = webhook;
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const given = headerOf(headers, "webhook-signature");
  checkAge(timestamp, toleranceSeconds);
  const text = typeof payload === "string" ? payload : new TextDecoder().decode(payload);
  const body = typeof payload === "string" ? new TextEncoder().encode(payload) : payload;
  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(prefix.length + body.length);
  signed.set(prefix);
  signed.set(body, prefix.length);
  const secrets = typeof webhook.secret === "string" ? [webhook.secret] : webhook.secret;
  const checks = await Promise.all(secrets.map((secret) => isSigned(secret, given, signed)));
  if (!checks.includes(true)) {
    throw new WebhookVerificationError("signature_mismatch", "No signature is of this secret");
  }
  return eventOf(text);
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const found =
    typeof headers.get === "function"
      ? (headers.get(name) as string | null)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const value = Array.isArray(found) ? found[0] : found;
  if (typeof value === "string" && value !== "") return value;
  throw new WebhookVerificationError("header_missing", `There is no ${name} header`);
}

function checkAge(timestamp: string, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError("timestamp_malformed", "webhook-timestamp is no number");
  }
  const age = Date.now() / 1_000 - Number(timestamp);
  if (age > toleranceSeconds) {
    throw new WebhookVerificationError("timestamp_too_old", `It was sent ${Math.round(age)} s ago`);
  }
  if (age < -toleranceSeconds) {
    throw new WebhookVerificationError("timestamp_in_future", "Its timestamp is in the future");
  }
}

/** The signatures of a webhook are divided by spaces; those of versions that are not known are passed over. */
async function isSigned(secret: string, given: string, signed: Uint8Array<ArrayBuffer>) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secretBytes(secret), algorithm, false, [
    "verify",
  ]);
  for (const part of given.split(" ")) {
    const signature = part.startsWith("v1,") ? bytesOf(part.slice(3)) : null;
    // It compares in constant time.
    if (signature && (await crypto.subtle.verify("HMAC", key, signature, signed))) return true;
  }
  return false;
}

function secretBytes(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = secret.startsWith("whsec_") ? bytesOf(secret.slice(6)) : null;
  if (bytes && bytes.length > 0) return bytes;
  throw new WebhookVerificationError("secret_malformed", "A secret is whsec_ and base64");
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function eventOf(text: string): WebhookEvent {
  try {
    return JSON.parse(text) as WebhookEvent;
  } catch {
    throw new WebhookVerificationError("payload_malformed", "The body is not JSON");
  }
}
