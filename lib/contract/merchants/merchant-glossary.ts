import { entry, type GlossaryEntry } from "@/lib/contract/glossary-entry";

const wallet = "0x52908400098527886E0F7030069857D2E4169EE7";
const hash = "0x8c1e0e5a4e0b5b1f0d5a6f0d2c8bd7a14f9e3c60b7d21a5e94c3f8a6b0d1e2f3";

/** What the fields of merchants' accounts mean. */
export const merchantGlossary: Readonly<Record<string, GlossaryEntry>> = {
  logoStatus: entry(
    "What has become of the logo: `pending` until it was fetched, `image_unreachable` where the URL gave no file and `image_invalid` where that is no picture, both tried again for two days; null without one",
    "ok",
  ),
  supportEmail: entry("Where payers ask about what they have paid", "help@aurora.example"),
  phone: entry("Its telephone number; only the platform sees it", "+34 600 000 000"),
  payoutRotation: entry(
    "How the owner's wallet changes where payments go; null where there is nothing to do",
    null,
  ),
  "PayoutRotation.instructions": entry("The transaction that the owner's wallet sends"),
  "PayoutRotation.status": entry("The owner's wallet has to send it", "awaiting_wallet"),
  "LiveModeEligibility.checks": entry("What going live needs, and whether it is there"),
  "LiveModeEligibility.reasons": entry("What keeps it from that"),
  "UpdatedMerchant.metadata": entry("What the merchant keeps with its account", {}),
  "WalletCall.from": entry("The wallet whose call alone is taken", wallet),
  "WalletCall.to": entry("The contract that is called", wallet),
  "WalletCall.data": entry("The call's data", "0x4e71e0c8"),
  "WalletCall.value": entry("Wei that it sends along: none", "0"),
  "WalletCall.summary": entry("What it does, for a wallet to show", "Send payments elsewhere"),
  "OnboardedMerchant.registration": entry("How far the registration in live mode is"),
  "LiveRegistration.status": entry("Whether the registry has the merchant", "unregistered"),
  "ChainStatus.failure": entry(
    "Why the last transaction that was to register it waits, or has had no effect; null where nothing is wrong",
    null,
  ),
  "OnchainState.final": entry("As of the last final block: what counts here", null),
  "OnchainState.calls": entry("What ends a transfer of the ownership that has begun"),
  acceptOwnership: entry("The pending owner's wallet sends it; null without one", null),
  cancelOwnershipTransfer: entry("The owner's wallet sends it; null without a pending owner", null),
  "FinalRecord.owner": entry("The wallet that may change where payments go", wallet),
  "OnboardedMerchant.metadata": entry("What the merchant keeps with its account", {}),
  "WalletProof.nonce": entry("Of the messages that were asked for", "9f".repeat(16)),
  "WalletProofRequest.nonce": entry("Names the messages", "9f".repeat(16)),
  "WalletProofRequest.owner": entry("The wallet that is to own the record", wallet),
  messages: entry("What is to be signed, by each wallet"),
  "WalletProofRequest.message": entry(
    "What the wallet signs, as it stands (EIP-191)",
    "stipend.example wants you to sign in with your Ethereum account: …",
  ),
  "WalletProofRequest.role": entry("As what the wallet signs", "payout"),
  signer: entry("The wallet that signs", wallet),
  "WalletProofRequest.expiresAt": entry("Until when it is taken", "2026-04-27T12:10:00.000Z"),
  "OwnershipTransfer.owner": entry("Who owns the record", wallet),
  "OwnershipTransfer.newOwner": entry("Who is to own it", wallet),
  "OwnershipTransfer.status": entry("The wallets have to send it", "awaiting_wallet"),
  start: entry("The owner's wallet sends it first"),
  accept: entry("The new owner's wallet sends it then, and owns the record from that block on"),
  cancel: entry("The owner's wallet may send it until the new owner accepts"),
  "MerchantMembership.role": entry("What the person is to the merchant", "owner"),
  isDefault: entry("Requests that name no merchant act for it", true),
  "Balance.amount": entry("What the address holds, in the token's smallest unit", "2500000"),
  "Prerequisite.code": entry("What it is", "payout_address_missing"),
  "Prerequisite.message": entry("What to do", "Say which wallet payments go to."),
  eligible: entry("Whether live keys may be made", false),
  emailVerified: entry("The identity provider has seen the e-mail", true),
  twoFactorEnabled: entry("The identity provider has a second factor", false),
  onboardingComplete: entry("The business is told about", false),
  merchantActive: entry("The account is neither suspended nor closed", true),
  prerequisites: entry("What is to be done first"),
  missing: entry("The fields that are missing", ["countryCode"]),
  action: entry("What ends it"),
  label: entry("What to call it", "Set payout address"),
  href: entry("Where it is done, on the dashboard", "/dashboard/settings/onchain"),
  registryAddress: entry("The contract that merchants are registered in", wallet),
  "ChainStatus.status": entry("Whether the registry has the merchant", "registered"),
  "ChainStatus.txHash": entry("The registration's transaction; null before it is signed", hash),
  balances: entry("By token"),
  "Balance.address": entry("The payout address of the mode; null without one", wallet),
  asOf: entry("When the chain was asked", "2026-04-27T12:00:00.000Z"),
  "OnchainState.record": entry("What the registry says; null before it has the merchant", null),
  "RegistryRecord.owner": entry("The wallet that may change where payments go", wallet),
  "RegistryRecord.status": entry("The merchant's status in the registry", "active"),
  pendingOwner: entry("The wallet that was named as the next owner and has not accepted yet", null),
  announcedFee: entry("A raise of the fee that is still ahead; null without one", null),
  effectiveAt: entry("From when it holds", "2026-04-28T12:00:00.000Z"),
  settleUntil: entry("Until then what is open of a suspended merchant can be paid", null),
  stale: entry("No node answered: this is what was known last", false),
};

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
  "sendContactMessage.company": entry("The company of the sender", "Aurora Coffee"),
  "sendContactMessage.name": entry("Who writes", "Ada Lovelace"),
  "sendContactMessage.email": entry("Where the answer goes", "ada@example.com"),
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
  secondFactor: entry("Whether the caller has a second factor", false),
  "Setup.apiKeyId": entry("A key that is good; null before the first", null),
  "Setup.sessionId": entry("The first payment session; null before it", null),
  "Attention.data": entry("Kinds of things, with how many there are"),
  "AttentionItem.kind": entry("What is the matter", "endpoints_failing"),
  firstId: entry("The id of the newest one", "we_8fK2mQ0xZ7dVbN4tRj1LcW5Y"),
};
