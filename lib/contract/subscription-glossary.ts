import { entry, type GlossaryEntry } from "./glossary-entry";

const hash = "0x8c1e0e5a4e0b5b1f0d5a6f0d2c8bd7a14f9e3c60b7d21a5e94c3f8a6b0d1e2f3";

/** What the fields of plans and subscriptions mean. */
export const subscriptionGlossary: Readonly<Record<string, GlossaryEntry>> = {
  "SubscriptionPlan.interval": entry(
    "How often it is charged: every `intervalCount` of these",
    "monthly",
  ),
  "createPlan.interval": entry(
    "How often it is charged: every `intervalCount` of these",
    "monthly",
  ),
  intervalCount: entry("How many intervals lie between two charges, 1 to 365, 1 by default", 1),
  intervalSeconds: entry("Seconds between two charges", 2_592_000),
  trialDays: entry("Days before the first charge, 0 to 365, none by default", 14),
  maxCycles: entry("How many periods are charged, 1 to 10,000; without it there is no end", 12),
  active: entry("Whether payers can subscribe to it", true),
  archivedAt: entry("When it was archived; null before", null),
  subscriptionsAddress: entry("The contract that charges"),
  "SubscriptionPlan.name": entry("What payers read", "Membership"),
  "SubscriptionPlan.metadata": entry("What the merchant keeps with it; payers see none of it", {}),
  "createPlan.name": entry("What payers read", "Membership"),
  "SubscriptionPlan.description": entry("A text of the merchant's; payers see it", "All of it"),
  "createPlan.description": entry("A text of the merchant's; payers see it", "All of it"),
  "SubscriptionPlan.checkoutUrl": entry(
    "The hosted page where payers subscribe",
    "https://pay.example/subscribe/plan_8fK2mQ0xZ7dVbN4tRj1LcW5Y",
  ),
  planId: entry("The plan's id", "plan_8fK2mQ0xZ7dVbN4tRj1LcW5Y"),
  "Subscription.planId": entry("The plan's id; null where its terms are those of no plan"),
  "Subscription.origin": entry("Who told of it first", "relay"),
  "Subscription.status": entry(
    "`pending`: relayed, not final; `trialing`, `active`; `past_due`: a charge failed, and grace runs; `lapsed`, `completed` and `cancelled` are ends",
    "active",
  ),
  startAt: entry("When the first period begins"),
  "Subscription.endAt": entry("Nothing is charged from here on; null is without end", null),
  // An enrolment that is relayed
  "relaySubscription.merchantId": entry("The merchant's id in the on-chain registry", "17"),
  "relaySubscription.interval": entry("Seconds between two charges", 2_592_000),
  "relaySubscription.startAt": entry("Unix seconds: when the first charge falls due", "1777292100"),
  "relaySubscription.endAt": entry(
    "Unix seconds: nothing is charged from then on; 0 is without end",
    "1808396100",
  ),
  permitSignature: entry("The payer's signature of the permit"),
  nextChargeAt: entry("When the next charge falls due; null where none will"),
  currentPeriod: entry("The last period that was charged, from 0; null before the first", 0),
  chargesMade: entry("How often it was charged, in final blocks", 1),
  paidUntil: entry("The end of the last period that was paid; null before the first charge"),
  cap: entry("The most that is charged altogether; null until it is on the chain", "108000000"),
  capRemaining: entry("What is left of it", "99000000"),
  latestCharge: entry("The last charge in a final block; null before the first", null),
  chargeInFlight: entry("A charge that is signed, and not final yet; null without one", null),
  period: entry("Which period it is for, from 0", 1),
  "Subscription.number": entry("Which charge of the period it is, from 0", 0),
  chargedAt: entry("The time of its block"),
  "Subscription.failureCode": entry(
    "What keeps it from being charged while it is past due, or made it lapse; null otherwise",
    null,
  ),
  pastDueSince: entry("When a charge failed that none has followed; null otherwise", null),
  graceEndsAt: entry("When it lapses unless it is charged; null unless it is past due", null),
  pausedAt: entry("Since when nothing is collected; null unless it is paused", null),
  cancelReason: entry("What the merchant said when it cancelled; null without it", null),
  cancelledAt: entry("When it was cancelled; null before", null),
  onchainCancel: entry("Where the call is that ends it on the chain", "none"),
  onchainId: entry("The digest of the payer's intent (EIP-712)", hash),
  enrolledAt: entry("When the block of its enrolment was final; null before"),
  subscribed: entry("Whether the wallet has one that has not ended", true),
  subscription: entry("The one that has not ended, or else the last; null without any"),
};
