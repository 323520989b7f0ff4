import { type Address, checksumAddress } from "@/lib/core/chain/hex";
import { singleLine } from "@/lib/core/text/plain-text";
import {
  aboutTestMode,
  formatDate,
  type Mail,
  type MailRow,
  type Wording,
} from "@/lib/domain/mails/mail";
import type { MerchantFacts } from "@/lib/domain/mails/queue-mail";

/** What a mail about a wallet of a merchant that another one takes the place of tells. */
type WalletFacts = MerchantFacts & {
  before: Address;
  after: Address;
  /** Whose registry says so; null: the merchant is in none yet. */
  chainId: number | null;
  /** ISO 8601: when it was told here. */
  at: string;
};

export const accountMails = {
  /** The first steps of a new account. */
  welcome: {
    kind: "welcome",
    subject: () => "Welcome to Stipend",
    body: (facts) => ({
      ...frame(facts),
      preheader: "Take a test payment within minutes.",
      heading: "Your account is ready",
      paragraphs: [
        "It begins in test mode, where no money moves and nothing can go wrong: name a test wallet, make an API key, and pay yourself with the test wallet of the payment page.",
        "When you are ready for real payments, tell about your business and turn on two-factor authentication. Live mode is yours from then on.",
      ],
      button: { label: "Open the dashboard", to: "/dashboard" },
    }),
  },
  /** That nothing keeps a merchant from real payments any more. */
  liveUnlocked: {
    kind: "live_mode_unlocked",
    subject: ({ businessName }) => `Live mode is unlocked for ${singleLine(businessName)}`,
    body: (facts) => ({
      ...frame(facts),
      preheader: "You can take real payments now.",
      heading: "Live mode is unlocked",
      paragraphs: [
        `Everything that was asked of ${singleLine(facts.businessName)} is there. Sign with the wallet that payments go to, and make a live API key: from then on your payments are real.`,
        "If it was not you, choose another password now, and write to us.",
      ],
      button: { label: "Go live", to: "/dashboard/settings/live?mode=live" },
    }),
  },
} satisfies Record<string, Mail<MerchantFacts>>;

export const walletMails = {
  /** That payments go to another wallet. */
  payoutChanged: {
    kind: "payout_changed",
    subject: ({ businessName }) => `${singleLine(businessName)} has another payout address`,
    body: (facts, wording) => ({
      ...walletFrame(facts, wording),
      heading: "Payments go to another wallet",
      paragraphs: [
        `Payments to ${singleLine(facts.businessName)} go to this wallet from now on.`,
        ...(facts.chainId === null
          ? []
          : [
              `The owner’s wallet said so, and it is final on ${wording.networkOf(facts.chainId)}.`,
            ]),
        WARNING,
      ],
    }),
  },
  /** That another wallet owns the merchant's record. */
  ownerChanged: {
    kind: "owner_changed",
    subject: ({ businessName }) => `${singleLine(businessName)} is owned by another wallet`,
    body(facts, wording) {
      const network = facts.chainId === null ? "" : wording.networkOf(facts.chainId);
      return {
        ...walletFrame(facts, wording),
        heading: "Another wallet owns your record",
        paragraphs: [
          `It alone can change where payments to ${singleLine(facts.businessName)} go, and hand the record on. Both wallets have signed, and it is final on ${network}.`,
          WARNING,
        ],
      };
    },
  },
} satisfies Record<string, Mail<WalletFacts>>;

const WARNING =
  "If you know nothing of it: choose another password, see who has the wallet that owns your record, and write to us.";

function walletFrame(facts: WalletFacts, { mode }: Wording) {
  const rows: MailRow[] = [
    ["Before", checksumAddress(facts.before)],
    ["Now", checksumAddress(facts.after)],
    ["When", formatDate(facts.at)],
  ];
  return {
    ...frame(facts),
    preheader: "If it was not you, act now.",
    facts: rows,
    button: { label: "See what the chain says", to: `/dashboard/settings/onchain?mode=${mode}` },
    inTestMode: aboutTestMode,
  };
}

const frame = ({ businessName }: MerchantFacts) => ({
  isOurs: true as const,
  footer: `You’re receiving this email because it concerns the account of ${singleLine(businessName)}.`,
});
