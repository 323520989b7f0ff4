import { type Address, checksumAddress } from "@/lib/core/chain/hex";
import type { MerchantStatus, Tier } from "@/lib/core/merchants/merchant-states";
import { planNames } from "@/lib/core/merchants/plan-names";
import { singleLine } from "@/lib/core/text/plain-text";
import {
  aboutTestMode,
  formatDate,
  type Mail,
  type MailBody,
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
        "You start in test mode, where no real money moves and nothing can go wrong. Choose a test payout wallet, create an API key, and pay yourself with the test wallet on the payment page.",
        "When you’re ready for real payments, tell us about your business and turn on two-factor authentication. That unlocks live mode.",
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
        `${singleLine(facts.businessName)} meets all requirements for live mode. Sign with your payout wallet and create a live API key to take real payments.`,
        "If this wasn’t you, change your password now and contact us.",
      ],
      button: { label: "Go live", to: "/dashboard/settings/live?mode=live" },
    }),
  },
} satisfies Record<string, Mail<MerchantFacts>>;

export const walletMails = {
  /** That payments go to another wallet. */
  payoutChanged: {
    kind: "payout_changed",
    subject: ({ businessName }) => `${singleLine(businessName)} has a new payout wallet`,
    body: (facts, wording) => ({
      ...walletFrame(facts, wording),
      heading: "Your payout wallet was changed",
      paragraphs: [
        `Payments to ${singleLine(facts.businessName)} now go to this wallet.`,
        ...(facts.chainId === null
          ? []
          : [
              `The owner’s wallet made the change, and it is final on ${wording.networkOf(facts.chainId)}.`,
            ]),
        WARNING,
      ],
    }),
  },
  /** That another wallet owns the merchant's record. */
  ownerChanged: {
    kind: "owner_changed",
    subject: ({ businessName }) => `${singleLine(businessName)} has a new owner wallet`,
    body(facts, wording) {
      const network = facts.chainId === null ? "" : wording.networkOf(facts.chainId);
      return {
        ...walletFrame(facts, wording),
        heading: "Ownership was transferred",
        paragraphs: [
          `Only the new owner wallet can change where payments to ${singleLine(facts.businessName)} go, or transfer ownership again. Both wallets signed the transfer, and it is final on ${network}.`,
          WARNING,
        ],
      };
    },
  },
} satisfies Record<string, Mail<WalletFacts>>;

const WARNING =
  "If you don’t recognize this change, change your password, check who controls the owner wallet, and contact us.";

function walletFrame(facts: WalletFacts, { mode }: Wording) {
  const rows: MailRow[] = [
    ["Before", checksumAddress(facts.before)],
    ["Now", checksumAddress(facts.after)],
    ["When", formatDate(facts.at)],
  ];
  return {
    ...frame(facts),
    preheader: "If this wasn’t you, act now.",
    facts: rows,
    button: { label: "View on-chain account", to: `/dashboard/settings/onchain?mode=${mode}` },
    inTestMode: aboutTestMode,
  };
}

/** What a mail about an account that an operator changed tells. */
type StandingFacts = MerchantFacts & { status: MerchantStatus /** ISO 8601. */; at: string };

const contactUs = { label: "Contact us", to: "/contact" } as const;
const askWhy = "To ask why, contact us.";

/** What a mail says of each status, and what it means. The reason is for the audit log alone. */
const standings: Readonly<
  Record<
    MerchantStatus,
    {
      subject: string;
      heading: string;
      preheader: string;
      paragraphs(name: string): string[];
      button: MailBody["button"];
    }
  >
> = {
  active: {
    subject: "is active again",
    heading: "Your business is active again",
    preheader: "You can soon create payments again.",
    paragraphs: (name) => [
      `${name} can create payments, subscriptions and invoices again as soon as the network confirms it, usually within minutes.`,
    ],
    button: { label: "Open the dashboard", to: "/dashboard" },
  },
  suspended: {
    subject: "was suspended",
    heading: "Your business was suspended",
    preheader: "You can’t create new payments, subscriptions or invoices.",
    paragraphs: (name) => [
      `An operator of this Stipend installation suspended ${name}. You can’t create new payments, subscriptions or invoices. Open payments can still be paid until they expire, and you can still refund payments and export your data.`,
      askWhy,
    ],
    button: contactUs,
  },
  closed: {
    subject: "was closed",
    heading: "Your business was closed",
    preheader: "This can’t be undone.",
    paragraphs: (name) => [
      `An operator of this Stipend installation closed ${name}. This can’t be undone. API keys no longer work. Open payments and subscriptions are cancelled and unpaid invoices voided, each once no payment for it is on its way. You can still refund payments and export your data.`,
      askWhy,
    ],
    button: contactUs,
  },
};

/** That an operator suspended, reactivated or closed a merchant. */
export const statusChangedMail: Mail<StandingFacts> = {
  kind: "merchant_status_changed",
  subject: ({ businessName, status }) => `${singleLine(businessName)} ${standings[status].subject}`,
  body(facts) {
    const { subject: _, paragraphs, ...said } = standings[facts.status];
    return {
      ...frame(facts),
      ...said,
      paragraphs: paragraphs(singleLine(facts.businessName)),
      facts: [["When", formatDate(facts.at)]],
    };
  },
};

/** That an operator gave a merchant another tier. */
export const tierChangedMail: Mail<MerchantFacts & { tier: Tier /** ISO 8601. */; at: string }> = {
  kind: "merchant_tier_changed",
  subject: ({ businessName }) => `${singleLine(businessName)} has a new plan`,
  body: (facts) => ({
    ...frame(facts),
    preheader: "The fee of each payment follows.",
    heading: "Your plan was changed",
    paragraphs: [
      `An operator of this Stipend installation changed the plan of ${singleLine(facts.businessName)}. The dashboard shows your fee, and when it changes on-chain.`,
    ],
    facts: [
      ["Plan", planNames[facts.tier]],
      ["When", formatDate(facts.at)],
    ],
    button: { label: "View your plan", to: "/dashboard/settings/plan" },
  }),
};

const frame = ({ businessName }: MerchantFacts) => ({
  isOurs: true as const,
  footer: `You’re receiving this email because it concerns the account of ${singleLine(businessName)}.`,
});
