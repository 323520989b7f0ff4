import { agentsGlossary } from "./agents/agents-glossary";
import { jobsGlossary } from "./agents/jobs-glossary";
import { invoiceGlossary, subscriptionGlossary } from "./billing-glossary";
import { entry, type GlossaryEntry } from "./glossary-entry";
import { figuresGlossary } from "./insight/figures-glossary";
import { developerGlossary, keyGlossary, merchantGlossary } from "./merchants/merchant-glossary";
import { storefrontGlossary } from "./storefronts/storefront-glossary";

const wallet = "0x52908400098527886E0F7030069857D2E4169EE7";
const hash = "0x8c1e0e5a4e0b5b1f0d5a6f0d2c8bd7a14f9e3c60b7d21a5e94c3f8a6b0d1e2f3";

/**
 * What each field and parameter means, by its name; by `Schema.name` where a schema means something of
 * its own. A name means the same wherever the API uses it.
 */
export const glossary: Readonly<Record<string, GlossaryEntry>> = {
  ...invoiceGlossary,
  ...subscriptionGlossary,
  ...keyGlossary,
  ...merchantGlossary,
  ...developerGlossary,
  ...storefrontGlossary,
  ...figuresGlossary,
  ...jobsGlossary,
  ...agentsGlossary,
  // Every object
  id: entry("The object's id"),
  object: entry("The object's type"),
  createdAt: entry("When it was created", "2026-04-27T12:00:00.000Z"),
  updatedAt: entry("When it was last changed", "2026-04-27T12:00:00.000Z"),
  description: entry(
    "The merchant's description; payers see the description of a session",
    "Two bags of coffee",
  ),
  status: entry("The status"),
  type: entry("Its kind"),
  secretStatus: entry("Only in the response to a repeated request: the secret was already shown"),
  // Merchants and persons
  emailPrefs: entry("The email notifications of the merchant"),
  paymentReceived: entry("An email for each payment, once it is final", true),
  subscriptionCharged: entry("An email for each subscription charge, once it is final", true),
  businessSector: entry("The sector of the business", "Food"),
  countryCode: entry("Its country (ISO 3166-1)", "DE"),
  websiteUrl: entry("Its website", "https://aurora.example/"),
  payoutAddress: entry("The wallet that payments go to", wallet),
  defaultCurrency: entry("The default currency", "USDC"),
  tier: entry("The pricing tier, which sets the fee", "free"),
  "Merchant.metadata": entry("The merchant's own keys and values", {}),
  role: entry("The admin user's role", "admin"),
  // The clock of a local chain
  "ClockMove.to": entry(
    "The time to move the clock to, in place of `by`",
    "2026-05-27T09:30:00.000Z",
  ),
  "TestClock.events": entry("The merchant's events on the way, in this mode, by type", {
    "payment.failed": 3,
  }),
  // Ids of other objects
  merchantId: entry("The merchant's id", "mer_8fK2mQ0xZ7dVbN4tRj1LcW5Y"),
  customerId: entry("The customer's id", "cus_8fK2mQ0xZ7dVbN4tRj1LcW5Y"),
  invoiceId: entry("The id of the invoice that it belongs to; null without one", null),
  sessionId: entry("The payment session's id", "ps_8fK2mQ0xZ7dVbN4tRj1LcW5Y"),
  subscriptionId: entry("The subscription's id", null),
  transactionId: entry("The id of the transaction"),
  "PaymentSession.transactionId": entry("The id of the transaction that settled it", null),
  "RelaySubmission.transactionId": entry("The id of the transaction that settled it", null),
  endpointId: entry("The webhook endpoint's id", "we_8fK2mQ0xZ7dVbN4tRj1LcW5Y"),
  eventId: entry("The event's id", "evt_8fK2mQ0xZ7dVbN4tRj1LcW5Y"),
  resourceId: entry("The id of the object that the event is about"),
  // Refunds
  "Refund.transactionId": entry(
    "The id of the transaction that is refunded",
    "txn_8fK2mQ0xZ7dVbN4tRj1LcW5Y",
  ),
  "Refund.from": entry("The merchant's wallet, which signs and pays"),
  "Refund.to": entry("The contract that is called"),
  "Refund.types": entry("The types of the message (EIP-712)"),
  primaryType: entry("The message's type, one of `types`"),
  domain: entry("The token's signing domain (EIP-712)"),
  "Refund.message": entry(
    "The message to sign: the token may move `value` from `from` to the contract",
  ),
  EIP712Domain: entry("The fields of `domain`"),
  ReceiveWithAuthorization: entry("The fields of `message` (EIP-3009)"),
  "Refund.status": entry(
    "`pending`: waits for the merchant's wallet; `submitted`: a hash is recorded, or the relay sends the merchant's signature; `completed`: final on the chain; `failed` and `cancelled` are ends, after which the chain may still complete it",
    "pending",
  ),
  note: entry("The merchant's note, hidden from payers", "Two bags were broken"),
  submittedAt: entry("When the hash was recorded, or the signature taken", null),
  completedAt: entry("When it was final", null),
  closedAt: entry("When it ended", null),
  // Payment sessions
  "PaymentSession.status": entry(
    "`pending`: it can be paid; `confirmed`: its payment is final, or as settled as the merchant's confirmation policy asks for; `refunded`, `cancelled` and `expired` are ends; `created`: not open yet",
    "pending",
  ),
  checkoutUrl: entry("The hosted page on which it is paid", "https://pay.example/pay/ps_8fK2mQ0x"),
  successUrl: entry(
    "Where the receipt's link leads the payer: https, or http on this machine in test mode. `{SESSION_ID}` behind the host becomes the session's id, else `session_id` is appended. Never a proof of payment",
    "https://shop.example/thanks?order={SESSION_ID}",
  ),
  cancelUrl: entry(
    "Where the payer goes back to without paying; `{SESSION_ID}` behind the host becomes the session's id",
    "https://shop.example/cart",
  ),
  payment: entry(
    "The payment on its way, null without one. `submitted`: relayed, not mined; `seen`: mined, not final; `final`: it can no longer leave the chain",
    null,
  ),
  state: entry("The progress of the payment", "seen"),
  stage: entry(
    "The degree of finality: `seen` in a block, `safe` in one that the chain hardly takes back, `final`; null until it is mined",
    "seen",
  ),
  seenAt: entry("When the payment was seen in a block", "2026-04-27T12:00:20.000Z"),
  expectedFinalAt: entry("When it is expected to be final", "2026-04-27T12:00:50.000Z"),
  amountRefunded: entry("The refunded amount, in the token's smallest unit", "0"),
  amountRefundable: entry(
    "The amount that can still be refunded, in the token's smallest unit",
    "0",
  ),
  "PaymentSession.metadata": entry("The merchant's own keys; empty in responses to payers", {
    order: "7",
  }),
  createdVia: entry(
    "`api` with a secret key, `publishable` with a publishable one, `dashboard` by a person, `invoice` with an invoice, `storefront` in a shop, `payment_link` by a payment link",
    "api",
  ),
  expiresAt: entry(
    "The time until which it can be paid: 30 minutes to 24 hours ahead, 24 hours by default; an invoice's session until 30 days after it is due",
  ),
  confirmedAt: entry("When its payment became final; null before", null),
  createdAfter: entry("Only objects created at this time or later"),
  createdBefore: entry("Only objects created before this time"),
  // On the chain
  chainId: entry("The chain's id (EIP-155)", 84532),
  chainMerchantId: entry("The merchant's id in the on-chain registry", "17"),
  "relayPayment.merchantId": entry("The merchant's id in the on-chain registry", "17"),
  registryAddress: entry(
    "The registry that numbers the merchant; what payers sign names it",
    wallet,
  ),
  processorAddress: entry("The contract that settles payments", wallet),
  signatures: entry(
    "The number of payer signatures that the contract requires: of the authorization and the payment intent (2), or of an authorization whose nonce is the digest of `PaymentTerms` (1)",
    [1, 2],
  ),
  tokenAddress: entry("The token's contract", wallet),
  token: entry("The token's contract", wallet),
  address: entry("The token's contract", wallet),
  ref: entry("The keccak-256 of the session's id, which ties a payment to it", hash),
  txHash: entry("The transaction's hash", hash),
  logIndex: entry("The index of the settlement's log in its block", 3),
  blockNumber: entry("The block of the settlement", "21000000"),
  blockTimestamp: entry("The block's time", "2026-04-27T12:00:20.000Z"),
  paymentId: entry(
    "The payment's id in the contract: the EIP-712 digest of its intent, or of its terms, which is the authorization's nonce, with one signature",
    hash,
  ),
  "Transaction.paymentId": entry(
    "The payment's id in the contract: the EIP-712 digest of its intent or, with one signature, of its terms; null where the type has none",
    hash,
  ),
  explorerUrl: entry(
    "The transaction's page on the chain's explorer; null where there is none",
    null,
  ),
  // Transactions
  from: entry("The payer's wallet", wallet),
  to: entry("The recipient's wallet", wallet),
  fee: entry("The platform's fee, in the token's smallest unit", "25000"),
  netAmount: entry("The merchant's share: amount less fee", "2475000"),
  feeBps: entry("The fee in hundredths of a percent", 100),
  paymentException: entry(
    "Why a payment does not confirm its session: it is of another amount, late, a second one, held by screening, or was taken out of the chain; `none` otherwise",
    "none",
  ),
  unrequested: entry(
    "Whether it is a charge that no transaction of this installation made, nor the payer's enrolment: another wallet with the right to charge did. Known once it is confirmed",
    false,
  ),
  // Customers
  walletAddress: entry("The wallet's address", wallet),
  email: entry("The e-mail address", "ada@example.com"),
  name: entry("The name", "Ada Lovelace"),
  externalRef: entry("The merchant's own reference, unique per mode", "user-42"),
  businessName: entry("The merchant's name as payers see it", "Aurora Coffee"),
  logoUrl: entry("The merchant's logo", "https://aurora.example/logo.png"),
  recorded: entry("Whether it was recorded", true),
  // Relay
  idempotencyKey: entry("The client's name for the submission: it is made once", "order-7"),
  auth: entry("The payer's EIP-3009 authorization, as it was signed"),
  authSignature: entry("The payer's signature of the authorization"),
  intentSignature: entry(
    "The payer's signature of the payment intent (EIP-712); left out with one signature",
  ),
  salt: entry(
    "With one signature: the `salt` of `PaymentTerms`, whose EIP-712 digest is `auth.nonce`; below 2^96",
    "0",
  ),
  validAfter: entry("From when the authorization holds, in seconds since 1970", "0"),
  validBefore: entry("Until when the authorization holds, in seconds since 1970", "1777300000"),
  nonce: entry("The authorization's nonce", hash),
  "getPermitNonce.nonce": entry("The owner's next permit nonce (EIP-2612)", "0"),
  owner: entry("The owner of the nonce", wallet),
  v: entry("The recovery id: 0, 1, 27 or 28", 27),
  r: entry("The first half of the signature", hash),
  s: entry("The second half of the signature", hash),
  outcome: entry("The outcome so far; `unknown`: the chain may still accept it", "pending"),
  attempts: entry("The transactions that were sent for it, oldest first"),
  failureCode: entry("Why it failed, or the revert reason of its last attempt", null),
  payer: entry("The payer's wallet", wallet),
  // Tokens
  symbol: entry("The token's symbol", "USDC"),
  decimals: entry("The number of the token's decimals", 6),
  "Token.name": entry("The token's name, of its EIP-712 domain", "USD Coin"),
  version: entry("The token's version, of its EIP-712 domain", "2"),
  "health.version": entry("The version of Stipend", "0.1.0"),
  // Webhooks
  url: entry("The URL that is called: https, at a public address", "https://shop.example/hook"),
  events: entry("The event types that are sent to it", ["payment.completed"]),
  disabledReason: entry("Why it is disabled; null when it is not", null),
  apiVersion: entry("The interface version of its content", "2026-04-27"),
  sequence: entry("The event's number among the events of its object: 1, 2, 3, …", 1),
  afterSequence: entry("Only events of a higher `sequence`"),
  timestamp: entry("When it happened; the same as `createdAt`", "2026-04-27T12:00:00.000Z"),
  resource: entry("The object that the event is about"),
  deleted: entry("It is deleted"),
  fromPosition: entry("The `position` of the first event", 1),
  toPosition: entry("The `position` of the last event", 500),
  types: entry("Only events of these types; null, or left out, for all", ["payment.completed"]),
  endedAt: entry("When it was over; null before", null),
  "Event.data": entry("The event's data"),
  "Event.type": entry("The event's type", "payment.completed"),
  attempt: entry("The number of the attempt, from 1", 1),
  responseCode: entry("The status that the receiver answered; null without an answer", 200),
  responseBody: entry("The beginning of the receiver's response", "ok"),
  error: entry("Why there was no answer", null),
  durationMs: entry("The duration of the attempt, in milliseconds", 84),
  attemptedAt: entry(
    "When the attempt was made; null before, and for one that was never made",
    "2026-04-27T12:00:20.000Z",
  ),
  nextAttemptAt: entry("When the next attempt is due", null),
  isReplay: entry("Whether it was requested by hand", false),
  requestBody: entry("The body that was sent, without `data` the key may not read, or null", null),
  "WebhookDelivery.status": entry("The outcome of the attempt", "succeeded"),
};
