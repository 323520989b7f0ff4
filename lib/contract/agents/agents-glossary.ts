import { entry, type GlossaryEntry } from "@/lib/contract/glossary-entry";

/** What the fields of the agent's settings and activity mean. */
export const agentsGlossary: Readonly<Record<string, GlossaryEntry>> = {
  enabledCapabilities: entry("What the agent may do", ["recovery", "cashflow"]),
  features: entry("Each capability and switch, and whether it can act"),
  "AgentFeature.name": entry("The capability, or the field that switches it", "recovery"),
  "AgentFeature.enabled": entry("Whether it is switched on", true),
  "AgentFeature.available": entry("Whether it can act here", true),
  "AgentFeature.reason": entry("Why it cannot act; null where it can", null),
  recovery: entry("How failed renewals are tried again, and what payers are told of them"),
  gracePeriodHours: entry("Hours after the first failure in which a renewal is tried again", 48),
  strategy: entry("How often it is tried again within that time", "twice"),
  notificationTemplate: entry(
    "A text for payers whose renewal failed, with placeholders such as `{{plan_name}}`, `{{amount}}` and `{{grace_ends}}`; null for the standard words alone",
    "We could not charge {{amount}} for {{plan_name}}. {{reason}}",
  ),
  cashflow: entry("The daily digest, and what it watches"),
  digestEnabled: entry("Whether the digest is mailed each day", true),
  anomalySensitivity: entry(
    "How far a day must lie from the usual, in robust standard deviations, to be told: low 4, medium 3, high 2",
    "medium",
  ),
  autoConvertToYield: entry("Kept, and never acts", false),
  minimumLiquidReserveCents: entry("What the payout wallet should keep, in US cents", 100_000),
  commerce: entry("Limits of what the agent may buy"),
  requireHumanApprovalAboveUsdCents: entry(
    "A job above this amount, in US cents, waits for a person",
    100_000,
  ),
  approvedVendors: entry("Vendors whom the agent may pay without a person; empty: all", []),
  monthlySpendCapUsdCents: entry(
    "The most that jobs of 30 days may cost, in US cents; null: no cap",
    500_000,
  ),
  "AgentCommerce.treasuryAddress": entry("The agent's treasury; null: there is none", null),
  policy: entry(
    "`in_sync`: the treasury holds the agent to these limits. `awaiting_wallet`: the owner's wallet has to send `instructions`. `unavailable`: no treasury can be made here yet",
    "unavailable",
  ),
  "AgentCommerce.instructions": entry(
    "What the owner's wallet sends, in this order; empty where nothing is to be sent",
    [],
  ),
  capability: entry("The capability that it is part of", "recovery"),
  "AgentActivity.action": entry("What the agent did", "retry_charge"),
  "AgentActivity.summary": entry(
    "What it did, in a sentence",
    "Tried a charge of 10.00 USDC again",
  ),
  "AgentActivity.reason": entry("Why, with the figures", "Try 1 of 2 within 48 hours"),
  setting: entry("The setting that let it act, by its path", "recovery.strategy"),
  "AgentActivity.resource": entry("What it acted on; null where that is no object"),
  "AgentActivity.txHash": entry("Its transaction; null without one", null),
  outcome: entry("What came of it", "succeeded"),
};
