import { entry, type GlossaryEntry } from "./glossary-entry";

const requestOwners = ["LoggedRequest", "RequestError"];
/** The same of a request and of requests that are alike. */
const ofRequests = (name: string, meaning: GlossaryEntry) =>
  Object.fromEntries(requestOwners.map((owner) => [`${owner}.${name}`, meaning]));

/** What the fields of the request log, the webhook inspector and the first page mean. */
export const developerGlossary: Readonly<Record<string, GlossaryEntry>> = {
  ...ofRequests("method", entry("The HTTP method", "POST")),
  ...ofRequests("route", entry("The pattern of the path", "/v1/payment-sessions")),
  ...ofRequests("status", entry("The status of the answer", 400)),
  ...ofRequests("reason", entry("`details.reason` of a refusal", "validation_failed")),
  "LoggedRequest.addressPrefix": entry(
    "The network that it came from: /24, or /48 of IPv6",
    "203.0.113.0/24",
  ),
  "LoggedRequest.durationMs": entry("How long the answer took, in milliseconds", 12),
  apiKeyId: entry("The API key's id", "ak_8fK2mQ0xZ7dVbN4tRj1LcW5Y"),
  "listRequests.status": entry("Only answers of a class", "4xx"),
  "listRequests.method": entry("Only requests with a method", "POST"),
  "listRequests.route": entry("Only requests of a path's pattern", "/v1/payment-sessions"),
  count: entry("How many", 3),
  firstAt: entry("When the first one was made", "2026-04-27T12:00:00.000Z"),
  lastAt: entry("When the last one was made", "2026-04-27T12:00:00.000Z"),
  lastRequestId: entry("The id of the last one", "req_8fK2mQ0xZ7dVbN4tRj1LcW5Y"),
  truncated: entry("Whether older ones were not counted", false),
  "RequestErrors.createdAfter": entry("From when on they count", "2026-04-26T12:00:00.000Z"),
  "RequestErrors.data": entry("The groups, the most frequent first"),
  "WebhookInspector.url": entry(
    "Where webhooks are sent to; null before it is opened",
    "https://pay.example/api/webhook-inspector/wi_8fK2mQ0xZ7dVbN4tRj1LcW5Y",
  ),
  "WebhookInspector.endpointId": entry(
    "The enabled endpoint with this URL; null without one",
    null,
  ),
  "InspectedWebhook.endpointId": entry("The endpoint whose secret it is signed with", null),
  signature: entry(
    "What a receiver finds: `valid`; `missing` headers; `mismatch` with the secret; `too_old`: not of the last five minutes; `no_endpoint` has this URL",
    "valid",
  ),
  "InspectedWebhook.headers": entry("Those that a webhook has", {
    "webhook-id": "evt_8fK2mQ0xZ7dVbN4tRj1LcW5Y",
  }),
  body: entry("What was sent, byte for byte", "{}"),
  days: entry("Each day with each currency"),
  day: entry("The day (UTC)", "2026-04-27"),
  payments: entry("How many payments and charges", 17),
  confirmedSessionId: entry("A session that was paid; null before the first", null),
  webhookDelivered: entry("Whether an endpoint has answered 2xx", false),
  onboarded: entry("Whether the business's details are complete", false),
  secondFactor: entry("Whether whoever asks has a second factor", false),
  "Setup.apiKeyId": entry("A key that is good; null before the first", null),
  "Setup.sessionId": entry("The first payment session; null before it", null),
  "Attention.data": entry("Kinds of things, with how many there are"),
  "AttentionItem.kind": entry("What is the matter", "endpoints_failing"),
  firstId: entry("The id of the newest one", "we_8fK2mQ0xZ7dVbN4tRj1LcW5Y"),
};
