import { formatMoney, type Wording } from "@/lib/domain/mails/mail";
import { hasSuccessor } from "./reminders/has-successor";
import {
  agreementRows,
  begun,
  chargeRows,
  dateIf,
  dayIf,
  HOW_TO_CANCEL,
  isLive,
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

/** The mails to a subscription's payer. */
export const payerMails = {
  /** What the payer agreed to, and how to end it. */
  confirmation: {
    reader,
    kind: "subscription_confirmation",
    topic: "subscriptions",
    subject: (facts, wording) => {
      const { plan, merchant } = subscriptionNames(facts, wording);
      return `You subscribed to ${plan} from ${merchant}`;
    },
    body(stored, wording) {
      const facts = begun(stored);
      const named = subscriptionNames(facts, wording);
      const { merchant, plan, amount, every, network } = named;
      return {
        ...payerFrame(facts, wording),
        preheader: `${amount} ${every}. You can cancel at any time.`,
        heading: `You subscribed to ${plan}`,
        paragraphs: [
          `${merchant} will charge your wallet ${amount} ${every}, on ${network}.`,
          firstCharge(facts),
          ...capText(facts),
          HOW_TO_CANCEL,
        ],
        facts: agreementRows(facts, wording),
      };
    },
    stillTrue: whileTrue(isLive),
  },
  /** The receipt of a charge. */
  charged: {
    reader,
    kind: "subscription_charge_receipt",
    topic: "receipts",
    subject: (facts, wording) => {
      const { charged, merchant, plan } = subscriptionNames(facts, wording);
      return `Receipt: ${charged} to ${merchant} for ${plan}`;
    },
    body(facts, wording) {
      const { merchant, plan, charged, network } = subscriptionNames(facts, wording);
      return {
        ...payerFrame(facts, wording),
        preheader: `Your charge for ${plan} is final.`,
        heading: `${charged} paid to ${merchant}`,
        paragraphs: [
          `The charge for ${plan} is confirmed: it is final on ${network}.`,
          afterCharge(facts, wording),
        ],
        facts: [["Plan", plan], ["Amount", charged], ...chargeRows(facts, wording)],
      };
    },
  },
  cancelled: {
    reader,
    kind: "subscription_cancelled",
    topic: "subscriptions",
    subject: (facts, wording) => {
      const { plan, merchant } = subscriptionNames(facts, wording);
      return `Your subscription to ${plan} from ${merchant} is cancelled`;
    },
    body(facts, wording) {
      const { merchant, plan } = subscriptionNames(facts, wording);
      const other = otherTerm(facts);
      return {
        ...payerFrame(facts, wording),
        preheader: other || NO_MORE_CHARGES,
        heading: `Your subscription to ${plan} is cancelled`,
        paragraphs: [
          `${merchant} won’t charge you again for it.`,
          ...(other ? [`${other} ${HOW_TO_CANCEL}`] : []),
          ...(facts.inFlight
            ? [
                `One charge was already on its way and may still go through. ${merchant} can refund it.`,
              ]
            : []),
          ...(facts.paidUntil === null ? [] : [`You’ve paid until ${dateIf(facts.paidUntil)}.`]),
        ],
        facts: [["Plan", plan], ...lastRows(facts, wording)],
      };
    },
  },
  /** That what the payer signed comes to its end. */
  ending: {
    reader,
    kind: "subscription_ending",
    topic: "reminders",
    subject: (facts, wording) => {
      const { plan, merchant } = subscriptionNames(facts, wording);
      return `Your subscription to ${plan} from ${merchant} ends on ${dayIf(facts.endsAt, facts)}`;
    },
    body(facts, wording) {
      const { merchant, plan } = subscriptionNames(facts, wording);
      const ends = dateIf(facts.endsAt);
      const frame = payerFrame(facts, wording);
      const end = `Your subscription to ${plan} from ${merchant} ends on ${ends}. You won’t be charged after that.`;
      return {
        ...frame,
        preheader: facts.planActive ? "Renew it to continue without a gap." : NO_MORE_CHARGES,
        heading: `Your subscription ends on ${dayIf(facts.endsAt, facts)}`,
        paragraphs: [
          facts.planActive
            ? `${end} To continue without a gap, subscribe again before that day: the new subscription starts when this one ends.`
            : `${end} ${merchant} no longer accepts new subscribers for it.`,
        ],
        facts: [...priceRows(facts), ["Ends on", ends], ...lastRows(facts, wording)],
        button: facts.planActive ? planButton("Renew", facts) : frame.button,
      };
    },
    stillTrue: whileTrue(
      (db, { endsAt = "" }) => db`${isLive(db)} and ${endsAt}::timestamptz > clock_now()
        and not ${hasSuccessor(db)}`,
    ),
  },
} satisfies Record<string, SubscriptionMail>;

function firstCharge({ status, nextChargeAt }: SubscriptionFacts): string {
  if (nextChargeAt === null) return "You’ve been charged. There are no further charges.";
  return status === "trialing"
    ? `Nothing has been charged yet. The first charge is on ${dateIf(nextChargeAt)}.`
    : `You’ve been charged for the first period. The next charge is on ${dateIf(nextChargeAt)}.`;
}

function capText({ cap, endAt, currency }: SubscriptionFacts): string[] {
  if (cap === null) return [];
  const most = `All charges together are at most ${cap && formatMoney(cap, currency)}`;
  return [endAt ? `${most}. You won’t be charged after ${dateIf(endAt)}.` : `${most}.`];
}

function afterCharge(facts: SubscriptionFacts, wording: Wording): string {
  const { status, nextChargeAt, paidUntil, late } = facts;
  const { merchant, amount, next } = subscriptionNames(facts, wording);
  if (late) {
    return `The charge was made after the subscription had ended or was paused, so it pays for nothing. ${merchant} has been asked to refund it.`;
  }
  if (status === "cancelled" || status === "lapsed") {
    const until = paidUntil === null ? "" : ` You’ve paid until ${dateIf(paidUntil)}.`;
    return `The subscription has ended since. ${otherTerm(facts) || NO_MORE_CHARGES}${until}`;
  }
  return nextChargeAt === null
    ? `This was the last charge. You’ve paid until ${dateIf(paidUntil)}.`
    : `The next charge, of at most ${amount}, is on ${next}.`;
}
