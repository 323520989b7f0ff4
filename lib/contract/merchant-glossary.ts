import { entry, type GlossaryEntry } from "./glossary-entry";

const wallet = "0x52908400098527886E0F7030069857D2E4169EE7";
const hash = "0x8c1e0e5a4e0b5b1f0d5a6f0d2c8bd7a14f9e3c60b7d21a5e94c3f8a6b0d1e2f3";

/** What the fields of merchants' accounts mean. */
export const merchantGlossary: Readonly<Record<string, GlossaryEntry>> = {
  phone: entry("Its telephone number; nobody but the platform sees it", "+34 600 000 000"),
  payoutRotation: entry(
    "How the owner's wallet changes where payments go; null where there is nothing to do",
    null,
  ),
  "PayoutRotation.instructions": entry("The transaction that the owner's wallet sends"),
  "PayoutRotation.status": entry("The owner's wallet has to send it", "awaiting_wallet"),
  "LiveModeEligibility.checks": entry("What going live needs, and whether it is there"),
  "LiveModeEligibility.reasons": entry("What keeps it from that"),
  "UpdatedMerchant.metadata": entry("What the merchant keeps with its account", {}),
  "PayoutRotation.data": entry("The call's data", "0x4e71e0c8"),
  "PayoutRotation.value": entry("Wei that it sends along: none", "0"),
  "PayoutRotation.summary": entry("What it does, for a wallet to show", "Send payments elsewhere"),
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
