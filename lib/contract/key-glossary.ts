import { entry, type GlossaryEntry } from "./glossary-entry";

const keyOwners = ["ApiKey", "ApiKeyWithSecret", "createApiKey"];
/** The same of a key, wherever one is shown or made. */
const ofKeys = (name: string, meaning: GlossaryEntry) =>
  Object.fromEntries(keyOwners.map((owner) => [`${owner}.${name}`, meaning]));

/** What the fields of API keys and of messages to support mean. */
export const keyGlossary: Readonly<Record<string, GlossaryEntry>> = {
  ...ofKeys("name", entry("What the merchant calls it", "Server")),
  ...ofKeys("status", entry("Only an `active` key is taken", "active")),
  ...ofKeys("apiVersion", entry("The version of the API that requests with it get", "2026-04-27")),
  ...ofKeys("expiresAt", entry("From when on it is not taken; null for never", null)),
  "createApiKey.expiresAt": entry("From when on it is not taken", "2027-04-27T12:00:00.000Z"),
  "createApiKey.allowedOrigins": entry(
    "The web pages that a publishable key is taken from: `https://` alone in live mode",
    ["https://shop.example"],
  ),
  ...ofKeys("url", entry("The page that it was found on", "https://github.com/aurora/shop")),
  ...ofKeys("kind", entry("`secret` for servers, `publishable` for web pages", "secret")),
  scopes: entry("What it may do; as a preset, `full`, `read-only` or `checkout-only`", [
    "sessions_read",
    "sessions_write",
  ]),
  prefix: entry("How it begins", "sk_test_8fK2"),
  last4: entry("How it ends", "LcW5"),
  allowedOrigins: entry(
    "The web pages that a publishable key is taken from: `https://` alone in live mode; null for all",
    null,
  ),
  lastUsedAt: entry("When it was last used, to the minute; null before", null),
  revokedAt: entry("When it was revoked", null),
  revokedReason: entry("Why it was revoked", null),
  rotatedToId: entry("The id of the key that took its place", null),
  leak: entry("Where it was found in public; null when it was not", null),
  places: entry("The pages, at most 20"),
  ...ofKeys("source", entry("What of the page it is, as GitHub says", "content")),
  reportedAt: entry("When it was reported, and revoked", "2026-04-27T12:00:00.000Z"),
  successor: entry(
    "`waiting`: a person can reveal it; `revealed`: it is `rotatedToId`; `none`: the key was revoked before",
    "waiting",
  ),
  "ApiKeyRequest.requestId": entry("The id that the answer had", "req_8fK2mQ0xZ7dVbN4tRj1LcW5Y"),
  "ApiKeyRequest.method": entry("The HTTP method", "GET"),
  "ApiKeyRequest.route": entry("The pattern of the path", "/v1/customers/{id}"),
  "ApiKeyRequest.reason": entry("`details.reason` of a refusal", null),
  "ApiKeyRequest.addressPrefix": entry(
    "The network that it came from: /24, or /48 of IPv6",
    "203.0.113.0/24",
  ),
  "ApiKeyRequest.status": entry("The status of the answer", 200),
  "ApiKeyRequest.durationMs": entry("How long the answer took, in milliseconds", 12),
  topic: entry("What it is about", "sales"),
  "sendContactMessage.message": entry(
    "What is to be said",
    "We would like to sell memberships in USDC.",
  ),
  "sendContactMessage.company": entry("The company of whoever writes", "Aurora Coffee"),
  "sendContactMessage.name": entry("Who writes", "Ada Lovelace"),
  "sendContactMessage.email": entry("Where the answer goes", "ada@example.com"),
};
