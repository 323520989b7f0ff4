import type { ChargeFailure } from "@/lib/core/subscriptions/subscription-kinds";
import { formatMoney, type MailRow, rowIf, type Wording } from "@/lib/domain/mails/mail";
import {
  dayIf,
  failedUntil,
  HOW_TO_CANCEL,
  isLive,
  isStillFailing,
  lastRows,
  payerFrame,
  planButton,
  priceRows,
  type SubscriptionFacts,
  type SubscriptionMail,
  subscriptionNames,
  whileTrue,
} from "./subscription-mail";

const reader = "payer";

const isAhead = whileTrue(
  (db, { nextChargeAt = null }) => db`${isLive(db)} and s.paused_at is null
    and s.next_charge_at > clock_now() and s.next_charge_at = ${nextChargeAt}::timestamptz`,
);

/** The mails to a subscription's payer about a charge that is ahead, or could not be made. */
export const payerTroubleMails = {
  /** That a charge is ahead. */
  upcoming: {
    reader,
    kind: "subscription_renewal_upcoming",
    topic: "reminders",
    subject: (facts, wording) => {
      const { amount, merchant } = subscriptionNames(facts, wording);
      return `Upcoming charge: ${amount} to ${merchant} on ${dayIf(facts.nextChargeAt)}`;
    },
    body(facts, wording) {
      const { merchant, plan, amount, next } = subscriptionNames(facts, wording);
      return {
        ...payerFrame(facts, wording),
        preheader: `For ${plan}. You can cancel before.`,
        heading: `${amount} will be charged on ${dayIf(facts.nextChargeAt)}`,
        paragraphs: [
          `${merchant} will be paid ${amount} for ${plan} on ${next}. Your wallet has to hold that much ${facts.currency} then.`,
          HOW_TO_CANCEL,
        ],
        facts: troubleRows(facts, wording),
      };
    },
    stillTrue: isAhead,
  },
  /** That the next charge would fail as things are, and what mends it. */
  balanceLow: {
    reader,
    kind: "subscription_balance_low",
    topic: "reminders",
    subject: (facts, wording) =>
      `${subscriptionNames(facts, wording).amount} will be charged on ${dayIf(facts.nextChargeAt)}, and that would fail`,
    body(facts, wording) {
      const { merchant, plan, amount, next } = subscriptionNames(facts, wording);
      const blocker = facts.blocker ?? "insufficient_balance";
      return {
        ...payerFrame(facts, wording),
        preheader: `The charge for ${plan} would fail.`,
        heading: "The next charge would fail",
        paragraphs: [
          `${merchant} will be paid ${amount} for ${plan} on ${next}. As things are, that fails. ${blockerText(blocker, facts)}`,
          blocker === "insufficient_balance"
            ? `Add ${facts.currency} to your wallet before that day.`
            : troubles[blocker].fix(facts.currency),
          HOW_TO_CANCEL,
        ],
        facts: troubleRows(facts, wording),
      };
    },
    stillTrue: isAhead,
  },
  /** That a charge failed, why, and what mends it. */
  chargeFailed: {
    reader,
    kind: "subscription_charge_failed",
    topic: "subscriptions",
    subject: (facts, wording) => {
      const { merchant, amount, plan } = subscriptionNames(facts, wording);
      return `Your payment to ${merchant} failed: ${amount} for ${plan}`;
    },
    body(facts, wording) {
      const { merchant, plan, amount } = subscriptionNames(facts, wording);
      const blocker = blockerOf(facts);
      return {
        ...payerFrame(facts, wording),
        preheader: `The charge for ${plan} could not be made.`,
        heading: `A charge of ${amount} failed`,
        paragraphs: [
          `The charge of ${amount} for ${plan} by ${merchant} could not be made. ${blockerText(blocker, facts)}`,
          troubles[blocker].fix(facts.currency),
          ...failedUntil(facts),
        ],
        facts: troubleRows(facts, wording),
      };
    },
    stillTrue: isStillFailing,
  },
  /** That the subscription ended because its charge could not be made. */
  lapsed: {
    reader,
    kind: "subscription_lapsed",
    topic: "subscriptions",
    subject: (facts, wording) => {
      const { plan, merchant } = subscriptionNames(facts, wording);
      return `Your subscription to ${plan} from ${merchant} has ended`;
    },
    body(facts, wording) {
      const { merchant, plan, amount } = subscriptionNames(facts, wording);
      const why = troubles[blockerOf(facts)].text(facts.currency);
      const frame = payerFrame(facts, wording);
      return {
        ...frame,
        preheader: "The charge that was due could not be made.",
        heading: `Your subscription to ${plan} has ended`,
        paragraphs: [
          `The charge of ${amount} by ${merchant} could not be made. ${why} Nothing more is charged.`,
        ],
        facts: troubleRows(facts, wording),
        button: facts.planActive ? planButton("Subscribe again", facts) : frame.button,
      };
    },
  },
} satisfies Record<string, SubscriptionMail>;

interface Trouble {
  text(currency: string): string;
  fix(currency: string): string;
}

const troubles: Readonly<Record<ChargeFailure, Trouble>> = {
  insufficient_balance: {
    text: (currency) => `Your wallet does not hold enough ${currency}.`,
    fix: (currency) => `Add ${currency} to your wallet: it is charged when the money arrives.`,
  },
  insufficient_allowance: {
    text: (currency) => `Your wallet does not let the contract take that much ${currency}.`,
    fix: () => "Open your subscriptions and allow it again: “Spending limit” says how.",
  },
  permit_expired: {
    text: () => "The permission you signed has expired without being used.",
    fix: () => "Open your subscriptions and sign a new permission.",
  },
  token_paused: {
    text: (currency) => `The issuer of ${currency} has paused it.`,
    fix: () => "You don’t need to do anything.",
  },
  address_blocked: {
    text: (currency) => `Your wallet is blocked for payments in ${currency}.`,
    fix: () => "You can subscribe again with another wallet.",
  },
};

const blockerOf = ({ blocker, failureCode }: SubscriptionFacts): ChargeFailure =>
  blocker ?? failureCode ?? "insufficient_balance";

function blockerText(blocker: ChargeFailure, { currency, missing }: SubscriptionFacts): string {
  const text = troubles[blocker].text(currency);
  return missing ? `${text} You’re ${formatMoney(missing, currency)} short.` : text;
}

const troubleRows = (facts: SubscriptionFacts, wording: Wording): MailRow[] => [
  ...priceRows(facts),
  ...rowIf("Missing", facts.missing && formatMoney(facts.missing, facts.currency)),
  ...lastRows(facts, wording),
];
