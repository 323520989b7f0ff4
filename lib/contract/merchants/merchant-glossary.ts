import { entry, type GlossaryEntry } from "@/lib/contract/glossary-entry";

const wallet = "0x52908400098527886E0F7030069857D2E4169EE7";
const hash = "0x8c1e0e5a4e0b5b1f0d5a6f0d2c8bd7a14f9e3c60b7d21a5e94c3f8a6b0d1e2f3";

/** What the fields of merchants' accounts mean. */
export const merchantGlossary: Readonly<Record<string, GlossaryEntry>> = {
  logoStatus: entry(
    "The status of the logo: `pending` until it is fetched, `image_unreachable` if the URL returned no file, `image_invalid` if the file is not a picture, both retried for two days; null without a logo",
    "ok",
  ),
  timeZone: entry(
    "Whose calendar the dates of invoices and emails are of (IANA); `UTC` by default",
    "Europe/Berlin",
  ),
  supportEmail: entry("The email address for payers' questions", "help@aurora.example"),
  phone: entry("The phone number; visible only to the platform", "+34 600 000 000"),
  payoutRotation: entry(
    "How the owner's wallet changes the payout address; null if there is nothing to do",
    null,
  ),
  "PayoutRotation.instructions": entry("The transaction that the owner's wallet sends"),
  "PayoutRotation.status": entry("The owner's wallet has to send it", "awaiting_wallet"),
  "LiveModeEligibility.checks": entry("The requirements for live mode, and whether each is met"),
  "LiveModeEligibility.reasons": entry("The requirements that are not met"),
  "UpdatedMerchant.metadata": entry("The merchant's own keys and values", {}),
  "WalletCall.from": entry("The only wallet whose call is accepted", wallet),
  "WalletCall.to": entry("The contract that is called", wallet),
  "WalletCall.data": entry("The call's data", "0x4e71e0c8"),
  "WalletCall.value": entry("Wei that it sends along: none", "0"),
  "WalletCall.summary": entry("A summary for the wallet to show", "Send payments elsewhere"),
  "OnboardedMerchant.registration": entry("The progress of the live registration"),
  "LiveRegistration.status": entry("Whether the registry has the merchant", "unregistered"),
  "ChainStatus.failure": entry(
    "Why the last registration transaction waits, or has had no effect; null if nothing is wrong",
    null,
  ),
  "OnchainState.final": entry("The record as of the last final block, which Stipend uses", null),
  "OnchainState.calls": entry("The calls that end a pending ownership transfer"),
  acceptOwnership: entry("The pending owner's wallet sends it; null without one", null),
  cancelOwnershipTransfer: entry("The owner's wallet sends it; null without a pending owner", null),
  "FinalRecord.owner": entry("The wallet that may change where payments go", wallet),
  "OnboardedMerchant.metadata": entry("The merchant's own keys and values", {}),
  "WalletProof.nonce": entry("The nonce of the requested messages", "9f".repeat(16)),
  "WalletProofRequest.nonce": entry("Names the messages", "9f".repeat(16)),
  "WalletProofRequest.owner": entry("The future owner of the record", wallet),
  messages: entry("The messages to sign, one per wallet"),
  "WalletProofRequest.message": entry(
    "The exact text that the wallet signs (EIP-191)",
    "stipend.example wants you to sign in with your Ethereum account: …",
  ),
  "WalletProofRequest.role": entry("The role of the wallet", "payout"),
  signer: entry("The wallet that signs", wallet),
  "WalletProofRequest.expiresAt": entry("When it expires", "2026-04-27T12:10:00.000Z"),
  "OwnershipTransfer.owner": entry("The current owner", wallet),
  "OwnershipTransfer.newOwner": entry("The new owner", wallet),
  "OwnershipTransfer.status": entry("The wallets have to send it", "awaiting_wallet"),
  start: entry("The owner's wallet sends it first"),
  accept: entry(
    "The new owner's wallet sends it afterwards, and owns the record from that block on",
  ),
  cancel: entry("The owner's wallet may send it until the new owner accepts"),
  "MerchantMembership.role": entry("The person's role", "owner"),
  isDefault: entry("Whether requests without `Stipend-Merchant` act for it", true),
  "Balance.amount": entry("The balance, in the token's smallest unit", "2500000"),
  "Prerequisite.code": entry("The requirement", "payout_address_missing"),
  "Prerequisite.message": entry("The step to take", "Set the wallet that payments go to."),
  eligible: entry("Whether live keys may be made", false),
  emailVerified: entry("Whether the identity provider has verified the email address", true),
  twoFactorEnabled: entry("Whether the account has a second factor", false),
  onboardingComplete: entry("Whether the business details are complete", false),
  merchantActive: entry("Whether the account is neither suspended nor closed", true),
  prerequisites: entry("The steps to take first"),
  missing: entry("The fields that are missing", ["countryCode"]),
  action: entry("The action that resolves it"),
  label: entry("The label of the action", "Set payout address"),
  href: entry("The page of the dashboard", "/dashboard/settings/onchain"),
  registryAddress: entry("The contract that merchants are registered in", wallet),
  "ChainStatus.status": entry("Whether the registry has the merchant", "registered"),
  "ChainStatus.txHash": entry("The registration's transaction; null before it is signed", hash),
  balances: entry("By token"),
  "Balance.address": entry("The payout address of the mode; null without one", wallet),
  asOf: entry("When the chain was asked", "2026-04-27T12:00:00.000Z"),
  "OnchainState.record": entry(
    "The registry's record; null before the merchant is registered",
    null,
  ),
  "RegistryRecord.owner": entry("The wallet that may change where payments go", wallet),
  "RegistryRecord.status": entry("The merchant's status in the registry", "active"),
  pendingOwner: entry("The wallet that was named as the next owner and has not accepted yet", null),
  announcedFee: entry("A raise of the fee that is still ahead; null without one", null),
  nextFeeBps: entry("The fee to come, in hundredths of a percent; null without one", 70),
  feeEffectiveAt: entry(
    "From when the fee to come is in force; null without one, and while its transaction is being sent",
    "2026-05-27T12:00:00.000Z",
  ),
  effectiveAt: entry("From when it holds", "2026-04-28T12:00:00.000Z"),
  settleUntil: entry(
    "The time until which open sessions of a suspended merchant can be paid",
    null,
  ),
  stale: entry("Whether no node answered, and the data is the last known", false),
};

const keyOwners = ["ApiKey", "ApiKeyWithSecret", "createApiKey"];
/** The same of a key, wherever one is shown or made. */
const ofKeys = (name: string, meaning: GlossaryEntry) =>
  Object.fromEntries(keyOwners.map((owner) => [`${owner}.${name}`, meaning]));

/** What the fields of API keys and of messages to support mean. */
export const keyGlossary: Readonly<Record<string, GlossaryEntry>> = {
  ...ofKeys("name", entry("The merchant's name for the key", "Server")),
  ...ofKeys("status", entry("Only an `active` key is accepted", "active")),
  ...ofKeys("apiVersion", entry("The API version of requests with the key", "2026-04-27")),
  ...ofKeys("expiresAt", entry("When it expires; null for never", null)),
  "createApiKey.expiresAt": entry("When it expires", "2027-04-27T12:00:00.000Z"),
  "createApiKey.allowedOrigins": entry(
    "The origins that may use a publishable key: only `https://` in live mode",
    ["https://shop.example"],
  ),
  ...ofKeys("url", entry("The page where it was found", "https://github.com/aurora/shop")),
  ...ofKeys("kind", entry("`secret` for servers, `publishable` for web pages", "secret")),
  scopes: entry("The permissions of the key; as a preset, `full`, `read-only` or `checkout-only`", [
    "sessions_read",
    "sessions_write",
  ]),
  prefix: entry("The beginning of the key", "sk_test_8fK2"),
  last4: entry("The last characters of the key", "LcW5"),
  allowedOrigins: entry(
    "The origins that may use a publishable key: only `https://` in live mode; null for all",
    null,
  ),
  lastUsedAt: entry("When it was last used, to the minute; null before", null),
  revokedAt: entry("When it was revoked", null),
  revokedReason: entry("Why it was revoked", null),
  rotatedToId: entry("The id of the key that took its place", null),
  leak: entry("The public places where it was found; null if it was not found", null),
  places: entry("The pages, at most 20"),
  ...ofKeys("source", entry("The type of the place, as reported by GitHub", "content")),
  reportedAt: entry("When it was reported, and revoked", "2026-04-27T12:00:00.000Z"),
  successor: entry(
    "`waiting`: a person can reveal it; `revealed`: it is `rotatedToId`; `none`: the key was revoked before",
    "waiting",
  ),
  "ApiKeyRequest.requestId": entry("The request's id", "req_8fK2mQ0xZ7dVbN4tRj1LcW5Y"),
  "ApiKeyRequest.method": entry("The HTTP method", "GET"),
  "ApiKeyRequest.route": entry("The pattern of the path", "/v1/customers/{id}"),
  "ApiKeyRequest.reason": entry("`details.reason` of a refusal", null),
  "ApiKeyRequest.addressPrefix": entry(
    "The client's network: /24, or /48 for IPv6",
    "203.0.113.0/24",
  ),
  "ApiKeyRequest.status": entry("The status of the answer", 200),
  "ApiKeyRequest.durationMs": entry("The duration of the request, in milliseconds", 12),
  topic: entry("The topic", "sales"),
  "sendContactMessage.message": entry("The message", "We would like to sell memberships in USDC."),
  "sendContactMessage.company": entry("The company of the sender", "Aurora Coffee"),
  "sendContactMessage.name": entry("The sender's name", "Ada Lovelace"),
  "sendContactMessage.email": entry("The sender's email address", "ada@example.com"),
};

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
    "The client's network: /24, or /48 for IPv6",
    "203.0.113.0/24",
  ),
  "LoggedRequest.durationMs": entry("The duration of the request, in milliseconds", 12),
  apiKeyId: entry("The API key's id", "ak_8fK2mQ0xZ7dVbN4tRj1LcW5Y"),
  "listRequests.status": entry("Only answers of a class", "4xx"),
  "listRequests.method": entry("Only requests with a method", "POST"),
  "listRequests.route": entry("Only requests of a path's pattern", "/v1/payment-sessions"),
  count: entry("The number of requests", 3),
  firstAt: entry("When the first one was made", "2026-04-27T12:00:00.000Z"),
  lastAt: entry("When the last one was made", "2026-04-27T12:00:00.000Z"),
  lastRequestId: entry("The id of the last one", "req_8fK2mQ0xZ7dVbN4tRj1LcW5Y"),
  truncated: entry("Whether older ones were not counted", false),
  "RequestErrors.createdAfter": entry(
    "The start of the counted period",
    "2026-04-26T12:00:00.000Z",
  ),
  "RequestErrors.data": entry("The groups, the most frequent first"),
  "WebhookInspector.url": entry(
    "The URL that receives webhooks; null before the inspector is opened",
    "https://pay.example/api/webhook-inspector/wi_8fK2mQ0xZ7dVbN4tRj1LcW5Y",
  ),
  "WebhookInspector.endpointId": entry(
    "The enabled endpoint with this URL; null without one",
    null,
  ),
  "InspectedWebhook.endpointId": entry("The endpoint whose secret it is signed with", null),
  signature: entry(
    "The result of verifying the signature: `valid`; `missing` headers; `mismatch` with the secret; `too_old`: not of the last five minutes; `no_endpoint` has this URL",
    "valid",
  ),
  "InspectedWebhook.headers": entry("The webhook's headers", {
    "webhook-id": "evt_8fK2mQ0xZ7dVbN4tRj1LcW5Y",
  }),
  body: entry("The body, byte for byte", "{}"),
  days: entry("Each day with each currency"),
  day: entry("The day (UTC)", "2026-04-27"),
  payments: entry("The number of payments and charges", 17),
  confirmedSessionId: entry("A session that was paid; null before the first", null),
  webhookDelivered: entry("Whether an endpoint has answered 2xx", false),
  onboarded: entry("Whether the business's details are complete", false),
  secondFactor: entry("Whether the caller has a second factor", false),
  "Setup.apiKeyId": entry("An active key; null before the first", null),
  "Setup.sessionId": entry("The first payment session; null before it", null),
  "Attention.data": entry("The kinds of items, with their counts"),
  "AttentionItem.kind": entry("The kind of issue", "endpoints_failing"),
  firstId: entry("The id of the newest one", "we_8fK2mQ0xZ7dVbN4tRj1LcW5Y"),
  // Operations
  uptimeSeconds: entry("The uptime of the process, in seconds", 86_400),
  checks: entry("The checks, by name; `docs/operations/symptoms.md` explains each", {
    database: { status: "ok", detail: null },
  }),
  modes: entry("Whether payments are settled now, by mode"),
  test: entry("Test mode"),
  live: entry("Live mode"),
  reasons: entry("Why they are not", []),
};
