import { type Address, checksumAddress } from "@/lib/core/chain/hex";
import { singleLine } from "@/lib/core/text/plain-text";
import { aboutTestMode, formatDate, type Mail } from "@/lib/domain/mails/mail";
import type { MerchantFacts } from "@/lib/domain/mails/queue-mail";

/** What a mail about a wallet on the watch list tells. */
type FlaggedFacts = MerchantFacts & {
  wallet: Address;
  /** What it was screened for. */
  resourceId: string;
  /** ISO 8601. */
  at: string;
};

/** That the operator's watch list names a wallet of a merchant's customer. */
export const walletFlaggedMail: Mail<FlaggedFacts> = {
  kind: "wallet_flagged",
  notification: "compliance.wallet_flagged",
  subject: ({ businessName }) => `A wallet was flagged for ${singleLine(businessName)}`,
  body: ({ businessName, wallet, resourceId, at }, { mode }) => ({
    preheader: "Payments from the wallet are not held. You may want to look at it.",
    heading: "A wallet is on the watch list",
    paragraphs: [
      `Screening found a wallet on the watch list of the platform that ${singleLine(businessName)} uses. Its payments go through: you decide what follows.`,
      "You are told once for each version of the list.",
    ],
    facts: [
      ["Wallet", checksumAddress(wallet)],
      ["Screened for", resourceId],
      ["When", formatDate(at)],
    ],
    button: {
      label: "Open compliance",
      to: `/dashboard/compliance?mode=${mode}&subject=${wallet}`,
    },
    inTestMode: aboutTestMode,
    footer: `You’re receiving this email because it concerns payments to ${singleLine(businessName)}.`,
  }),
};
