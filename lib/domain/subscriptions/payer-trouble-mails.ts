import { fillTemplate } from "@/lib/core/agents/notification-template";
import type { ChargeFailure } from "@/lib/core/subscriptions/subscription-kinds";
import { singleLine } from "@/lib/core/text/plain-text";
import { formatMoney, type MailRow, rowIf, type Wording } from "@/lib/domain/mails/mail";
import {
  awaitsSignature,
  dateIf,
  dayIf,
  failedUntil,
  HOW_TO_CANCEL,
  isLive,
  isStillFailing,
  lastRows,
  NO_MORE_CHARGES,
  otherTerm,
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
      return `Upcoming charge: ${amount} to ${merchant} on ${dayIf(facts.nextChargeAt, facts)}`;
    },
    body(facts, wording) {
      const { merchant, plan, amount, next } = subscriptionNames(facts, wording);
      return {
        ...payerFrame(facts, wording),
        preheader: `For ${plan}. You can cancel before then.`,
        heading: `${amount} will be charged on ${dayIf(facts.nextChargeAt, facts)}`,
        paragraphs: [
          `${merchant} will charge your wallet ${amount} for ${plan} on ${next}. Make sure it holds that much ${facts.currency} by then.`,
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
      `${subscriptionNames(facts, wording).amount} is due on ${dayIf(facts.nextChargeAt, facts)}, and the charge would fail`,
    body(facts, wording) {
      const { merchant, plan, amount, next } = subscriptionNames(facts, wording);
      const blocker = facts.blocker ?? "insufficient_balance";
      return {
        ...payerFrame(facts, wording),
        preheader: `The charge for ${plan} would fail.`,
        heading: "The next charge would fail",
        paragraphs: [
          `${merchant} will charge your wallet ${amount} for ${plan} on ${next}. At the moment, that charge would fail. ${blockerText(blocker, facts)}`,
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
        preheader: `The charge for ${plan} did not go through.`,
        heading: `A charge of ${amount} failed`,
        paragraphs: [
          ...(ownWords(facts, wording) ?? [
            `The charge of ${amount} for ${plan} by ${merchant} did not go through. ${blockerText(blocker, facts)}`,
          ]),
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
      const other = otherTerm(facts);
      return {
        ...frame,
        preheader: "The charge that was due did not go through.",
        heading: `Your subscription to ${plan} has ended`,
        paragraphs: [
          `The charge of ${amount} by ${merchant} did not go through. ${why} ${other || NO_MORE_CHARGES}`,
        ],
        facts: troubleRows(facts, wording),
        button: facts.planActive && !other ? planButton("Subscribe again", facts) : frame.button,
      };
    },
  },
  /** That the contract can charge no more, and a new plan takes its place. */
  toSignAgain: {
    reader,
    kind: "subscription_to_sign_again",
    topic: "subscriptions",
    subject: (facts, wording) => {
      const { plan, merchant } = subscriptionNames(facts, wording);
      return `Please sign again for ${plan} from ${merchant}`;
    },
    body(facts, wording) {
      const { merchant, plan } = subscriptionNames(facts, wording);
      const { currency, paidUntil, nextPlanId = facts.planId } = facts;
      return {
        ...payerFrame(facts, wording),
        preheader: "The charge needs a new signature of your wallet.",
        heading: `Please sign again for ${plan}`,
        paragraphs: [
          `The contract that charges your wallet can’t move ${currency} at the moment. It isn’t your wallet’s fault, and what the contract can’t move isn’t charged.`,
          `To keep ${plan} from ${merchant}, subscribe again: another contract makes the charges then, and needs a signature of its own.`,
          ...(paidUntil === null ? [] : [`You’ve paid until ${dateIf(paidUntil)}.`]),
          `If you don’t want it any more, you can cancel the present subscription without a network fee.`,
        ],
        facts: [...priceRows(facts), ...lastRows(facts, wording)],
        button: planButton("Subscribe again", { ...facts, planId: nextPlanId }),
      };
    },
    stillTrue: whileTrue(
      (db, { nextPlanId = "" }) => db`${isLive(db)} and ${awaitsSignature(db, nextPlanId)}`,
    ),
  },
} satisfies Record<string, SubscriptionMail>;

interface Trouble {
  text(currency: string): string;
  fix(currency: string): string;
}

const troubles: Readonly<Record<ChargeFailure, Trouble>> = {
  insufficient_balance: {
    text: (currency) => `Your wallet does not hold enough ${currency}.`,
    fix: (currency) => `Add ${currency} to your wallet, and we’ll charge it automatically.`,
  },
  insufficient_allowance: {
    text: (currency) => `Your spending limit for ${currency} is too low.`,
    fix: () => "Open your subscriptions and raise your spending limit.",
  },
  permit_expired: {
    text: () => "The permission you signed has expired without being used.",
    fix: () => "Open your subscriptions and sign a new permission.",
  },
  token_paused: {
    text: (currency) => `The issuer of ${currency} has paused transfers.`,
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

/** The merchant's words for a charge that failed, each paragraph on one line; null without any. */
function ownWords(facts: SubscriptionFacts, wording: Wording): string[] | null {
  if (!facts.template) return null;
  const { merchant, plan, amount } = subscriptionNames(facts, wording);
  const paragraphs = fillTemplate(facts.template, {
    business_name: merchant,
    plan_name: plan,
    amount,
    currency: facts.currency,
    reason: blockerText(blockerOf(facts), facts),
    grace_ends: dateIf(facts.graceEndsAt),
  }).map(singleLine);
  return paragraphs.length > 0 ? paragraphs : null;
}

const troubleRows = (facts: SubscriptionFacts, wording: Wording): MailRow[] => [
  ...priceRows(facts),
  ...rowIf("Missing", facts.missing && formatMoney(facts.missing, facts.currency)),
  ...lastRows(facts, wording),
];
