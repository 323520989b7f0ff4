import type { ChargeFailure } from "@/lib/core/subscriptions/subscription-kinds";
import { formatMoney, type MailRow, rowIf, type Wording } from "@/lib/domain/mails/mail";
import {
  agreementRows,
  begun,
  chargeRows,
  dateIf,
  failedUntil,
  isNextTerm,
  isStillFailing,
  lastRows,
  merchantFrame,
  otherTerm,
  priceRows,
  type SubscriptionFacts,
  type SubscriptionMail,
  subscriptionNames,
} from "./subscription-mail";

const reader = "merchant";

/** The mails to a subscription's merchant. */
export const merchantMails = {
  /** A new subscription, or the next term of one. */
  started: {
    reader,
    kind: "subscription_started",
    notification: "subscription.created",
    subject(facts, wording) {
      const { plan, amount, every } = subscriptionNames(facts, wording);
      return isNextTerm(facts)
        ? `${plan} was renewed for another term: ${amount} ${every}`
        : `New subscription to ${plan}: ${amount} ${every}`;
    },
    body(stored, wording) {
      const facts = begun(stored);
      const { plan, merchant, network } = subscriptionNames(facts, wording);
      const told = isNextTerm(facts)
        ? {
            preheader: "The next term is final on-chain.",
            heading: `A subscriber renewed ${plan} for another term`,
            paragraphs: [
              `The next term with ${merchant} is confirmed: it is final on ${network}. It starts on ${dateIf(facts.startAt)}, after the current one.`,
            ],
          }
        : {
            preheader: "The subscription is final on-chain.",
            heading: `New subscriber to ${plan}`,
            paragraphs: [
              `The subscription with ${merchant} is confirmed: it is final on ${network}.`,
            ],
          };
      return { ...merchantFrame(facts), ...told, facts: agreementRows(facts, wording) };
    },
  },
  /** That a merchant got a charge. */
  charged: {
    reader,
    kind: "subscription_charged",
    notification: "subscription.charged",
    subject(facts, wording) {
      const { charged, plan } = subscriptionNames(facts, wording);
      return `You received ${charged} for ${plan}`;
    },
    body(facts, wording) {
      const { plan, merchant, charged, network } = subscriptionNames(facts, wording);
      return {
        ...merchantFrame(facts),
        preheader: "A subscription charge is final.",
        heading: `You received ${charged}`,
        paragraphs: [
          `A charge for ${plan} by ${merchant} is confirmed: it is final on ${network}.`,
          ...(facts.late
            ? [
                "It was made after the subscription had ended or was paused, so it pays for nothing. A refund is prepared: send it from your wallet.",
              ]
            : []),
        ],
        facts: chargedRows(facts, wording),
        footer: `You’re receiving this email because charge notifications are on for ${merchant}. Turning them off doesn’t affect webhooks or the API.`,
      };
    },
  },
  chargeFailed: {
    reader,
    kind: "subscription_charge_failed_merchant",
    notification: "subscription.charge_failed",
    subject(facts, wording) {
      const { amount, plan } = subscriptionNames(facts, wording);
      return `A charge of ${amount} for ${plan} failed`;
    },
    body(facts, wording) {
      const { amount, plan } = subscriptionNames(facts, wording);
      return {
        ...merchantFrame(facts),
        preheader: `The charge for ${plan} did not go through.`,
        heading: `A charge of ${amount} failed`,
        paragraphs: [
          `A charge for ${plan} did not go through: ${reasonOf(facts)}.`,
          ...failedUntil(facts),
          "We tell the payer by email if we have their address.",
        ],
        facts: [...priceRows(facts), ...lastRows(facts, wording)],
      };
    },
    stillTrue: isStillFailing,
  },
  /** That a charge which had failed was made. */
  recovered: {
    reader,
    kind: "subscription_recovered",
    notification: "subscription.charge_failed",
    subject(facts, wording) {
      const { charged, plan } = subscriptionNames(facts, wording);
      return `Recovered: ${charged} for ${plan}`;
    },
    body(facts, wording) {
      const { plan, network } = subscriptionNames(facts, wording);
      return {
        ...merchantFrame(facts),
        preheader: "A charge that had failed went through.",
        heading: "A failed charge went through",
        paragraphs: [
          `The subscription to ${plan} is active again. The charge is final on ${network}.`,
        ],
        facts: chargedRows(facts, wording),
      };
    },
  },
  /** That a subscription ended because its charge could not be made. */
  lapsed: {
    reader,
    kind: "subscription_lapsed_merchant",
    notification: "subscription.lapsed",
    subject: (facts, wording) =>
      `A subscription to ${subscriptionNames(facts, wording).plan} has lapsed`,
    body(facts, wording) {
      const { amount, plan } = subscriptionNames(facts, wording);
      return {
        ...merchantFrame(facts),
        preheader: "Its charge did not go through in time.",
        heading: `A subscription to ${plan} has lapsed`,
        paragraphs: [
          `The charge of ${amount} did not go through in time: ${reasonOf(facts)}. ${goesOn(facts)}`,
        ],
        facts: [...priceRows(facts), ...lastRows(facts, wording)],
      };
    },
  },
  cancelled: {
    reader,
    kind: "subscription_cancelled_merchant",
    notification: "subscription.cancelled",
    subject: (facts, wording) =>
      `A subscription to ${subscriptionNames(facts, wording).plan} was cancelled`,
    body: (facts, wording) => ({
      ...merchantFrame(facts),
      preheader: goesOn(facts),
      heading: `A subscription to ${subscriptionNames(facts, wording).plan} was cancelled`,
      paragraphs: [
        goesOn(facts),
        ...(facts.inFlight
          ? [
              "One charge was already on its way and may still go through. If you don’t want to keep it, refund it.",
            ]
          : []),
        ...(facts.paidUntil === null
          ? []
          : [`The subscription was paid until ${dateIf(facts.paidUntil)}.`]),
      ],
      facts: [...priceRows(facts), ...lastRows(facts, wording)],
    }),
  },
} satisfies Record<string, SubscriptionMail>;

const reasons: Readonly<Record<ChargeFailure, (currency: string) => string>> = {
  insufficient_balance: (currency) => `the wallet does not hold enough ${currency}`,
  insufficient_allowance: () => "the wallet’s allowance is too low",
  permit_expired: () => "the payer’s permission expired without being used",
  token_paused: (currency) => `the issuer of ${currency} has paused transfers`,
  address_blocked: (currency) => `the wallet is blocked for payments in ${currency}`,
};

const goesOn = (facts: SubscriptionFacts) =>
  otherTerm(facts) || "The payer won’t be charged again.";

const reasonOf = ({ failureCode, currency }: SubscriptionFacts) =>
  reasons[failureCode ?? "insufficient_balance"](currency);

function chargedRows(facts: SubscriptionFacts, wording: Wording): MailRow[] {
  const { plan, charged } = subscriptionNames(facts, wording);
  const { fee, netAmount, currency } = facts;
  return [
    ["Plan", plan],
    ["Amount", charged],
    ...rowIf("Fee", fee && formatMoney(fee, currency)),
    ...rowIf("You get", netAmount && formatMoney(netAmount, currency)),
    ...chargeRows(facts, wording),
  ];
}
