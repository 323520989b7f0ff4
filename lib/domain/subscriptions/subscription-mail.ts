import type { Db } from "@/db/client";
import type { Currency } from "@/lib/core/amounts/money";
import { type Address, checksumAddress } from "@/lib/core/chain/hex";
import { liveSubscriptionStatuses, type SubscriptionStatus } from "@/lib/core/states";
import type { ChargeFailure } from "@/lib/core/subscriptions/subscription-kinds";
import { singleLine } from "@/lib/core/text/plain-text";
import {
  formatDate,
  formatDay,
  formatMoney,
  type Mail,
  type MailRow,
  rowIf,
  testPayment,
  type Wording,
} from "@/lib/domain/mails/mail";

/** What a mail about a subscription tells. Amounts are digits in the token's smallest unit, instants ISO 8601. */
export type SubscriptionFacts = {
  businessName: string;
  /** The merchant's; absent in mails of before it was chosen. */
  timeZone?: string;
  subscriptionId: string;
  planId: string;
  planName: string;
  /** Whether anybody can still subscribe to it. */
  planActive: boolean;
  status: SubscriptionStatus;
  /** The most for one period. */
  amount: string;
  currency: Currency;
  intervalSeconds: number;
  chainId: number;
  payer: Address;
  startAt: string;
  endAt: string | null;
  nextChargeAt: string | null;
  cap: string | null;
  paidUntil: string | null;
  pastDueSince: string | null;
  graceEndsAt: string | null;
  failureCode: ChargeFailure | null;
  /** The last final charge; all of it is null before the first. */
  chargeAmount: string | null;
  fee: string | null;
  netAmount: string | null;
  transactionId: string | null;
  txHash: string | null;
  paidAt: string | null;
  /** Its block came after the subscription's end, or in a pause; absent in mails of before it was told. */
  late?: boolean | null;
  /** The payer's next live term of the plan, or the current one before it; null or absent without any. */
  otherStarts?: string | null;
  otherEnds?: string | null;
} & SubscriptionExtras;

/** What only some of the mails about a subscription tell. */
export type SubscriptionExtras = {
  /** What keeps the next charge from being made, as things are. */
  blocker?: ChargeFailure;
  /** How much the wallet or its allowance is short of. */
  missing?: string | null;
  /** The merchant's own words for a charge that failed, with placeholders. */
  template?: string;
  /** A charge was signed before the subscription was cancelled, and may still be made. */
  inFlight?: boolean;
  /** When it ends by itself. */
  endsAt?: string;
  /** The plan that takes the place of its own. */
  nextPlanId?: string;
};

export interface SubscriptionMail extends Mail<SubscriptionFacts> {
  readonly reader: "payer" | "merchant";
}

const DAY = 86_400;

export const dateIf = (iso: string | null | undefined) => (iso ? formatDate(iso) : "");

/** The day of an instant by the merchant's calendar. */
export const dayIf = (iso: string | null | undefined, { timeZone }: SubscriptionFacts) =>
  iso ? formatDay(iso, timeZone) : "";

export const HOW_TO_CANCEL =
  "You can cancel at any time, without a network fee: open your subscriptions with the same wallet.";

export const NO_MORE_CHARGES = "You won’t be charged again.";

/** What texts about a subscription name. */
export function subscriptionNames(facts: SubscriptionFacts, { networkOf }: Wording) {
  return {
    merchant: singleLine(facts.businessName),
    plan: singleLine(facts.planName),
    amount: formatMoney(facts.amount, facts.currency),
    charged: formatMoney(facts.chargeAmount ?? facts.amount, facts.currency),
    network: networkOf(facts.chainId),
    every: everyOf(facts.intervalSeconds),
    next: dateIf(facts.nextChargeAt),
  };
}

/** An interval as it is counted: months and years are days. */
function everyOf(seconds: number): string {
  if (seconds === DAY) return "every day";
  if (seconds === 7 * DAY) return "every week";
  const days = new Intl.NumberFormat("en", { maximumFractionDigits: 2 }).format(seconds / DAY);
  return `every ${days} days`;
}

/**
 * The agreement as it stands when it has begun. Without a trial its first charge is part of the enrolment, and booked
 * after it: the one that the row says is due is made, and the next comes an interval later.
 */
export function begun(facts: SubscriptionFacts): SubscriptionFacts {
  if (facts.status === "trialing") return facts;
  const { startAt, intervalSeconds, endAt, amount, cap } = facts;
  const next = new Date(Date.parse(startAt) + intervalSeconds * 1_000);
  const isWithin = endAt === null || next.getTime() < Date.parse(endAt);
  const isCovered = cap === null || BigInt(cap) >= 2n * BigInt(amount);
  return { ...facts, nextChargeAt: isWithin && isCovered ? next.toISOString() : null };
}

/** What of the plan is still charged once a subscription has ended; empty where nothing is. */
export function otherTerm({ startAt, otherStarts, otherEnds }: SubscriptionFacts): string {
  if (!otherStarts) return "";
  return Date.parse(otherStarts) > Date.parse(startAt)
    ? `The next term starts on ${dateIf(otherStarts)}.`
    : `The current term continues until ${dateIf(otherEnds)}.`;
}

/** Whether it is for the time after a present term of the payer's to the plan. */
export const isNextTerm = ({ startAt, otherEnds }: SubscriptionFacts): boolean =>
  otherEnds ? Date.parse(otherEnds) <= Date.parse(startAt) : false;

/** The rows of what is paid. */
export const priceRows = (facts: SubscriptionFacts): MailRow[] => [
  ["Plan", singleLine(facts.planName)],
  ["Amount", formatMoney(facts.amount, facts.currency)],
  ["Interval", everyOf(facts.intervalSeconds)],
];

/** The rows of a mail about the agreement. */
export const agreementRows = (facts: SubscriptionFacts, wording: Wording): MailRow[] => [
  ...priceRows(facts),
  ...rowIf(
    facts.status === "trialing" ? "First charge" : "Next charge",
    dateIf(facts.nextChargeAt),
  ),
  ...rowIf("Ends on", dateIf(facts.endAt)),
  ...rowIf("Maximum in total", facts.cap && formatMoney(facts.cap, facts.currency)),
  ...lastRows(facts, wording),
];

/** The last rows of a mail about a charge. */
export const chargeRows = (facts: SubscriptionFacts, wording: Wording): MailRow[] => [
  ...rowIf("Date", dateIf(facts.paidAt)),
  ...rowIf("Receipt number", facts.transactionId),
  ...rowIf("Transaction", facts.txHash),
  ...lastRows(facts, wording),
];

/** The rows that every mail about a subscription ends with. */
export const lastRows = (facts: SubscriptionFacts, { networkOf }: Wording): MailRow[] => [
  ["Network", networkOf(facts.chainId)],
  ["Wallet", checksumAddress(facts.payer)],
  ["Subscription", facts.subscriptionId],
];

/** The page where a plan is subscribed to. */
export const planButton = (label: string, { planId }: SubscriptionFacts) => ({
  label,
  to: `/subscribe/${planId}`,
});

/** What all mails to a subscription's payer have: the page is where payers see and end their subscriptions. */
export const payerFrame = ({ businessName }: SubscriptionFacts, { mode }: Wording) => ({
  button: {
    label: "Your subscriptions",
    to: `/subscriptions${mode === "test" ? "?mode=test" : ""}`,
  },
  inTestMode: testPayment,
  footer: `You’re receiving this email because ${singleLine(businessName)} has this address on file for the wallet that subscribed.`,
});

/** What all mails to a subscription's merchant have. */
export const merchantFrame = (facts: SubscriptionFacts) => ({
  button: planButton("View plan", facts),
  inTestMode: testPayment,
  footer: `You’re receiving this email because it concerns the account of ${singleLine(facts.businessName)}.`,
});

/** A mail that is only sent while a condition on its subscription `s` holds. */
export function whileTrue(condition: (db: Db, facts: SubscriptionFacts) => ReturnType<Db>) {
  return {
    otherwise: "subscription_changed" as const,
    async holds(db: Db, facts: SubscriptionFacts): Promise<boolean> {
      const id = String(facts.subscriptionId);
      const rows = await db`
        select from subscriptions s where s.id = ${id} and ${condition(db, facts)}`;
      return rows.length > 0;
    },
  };
}

export const isLive = (db: Db): ReturnType<Db> => db`s.status in ${db(liveSubscriptionStatuses)}`;

/** The plan takes subscribers, and the payer of the subscription `s` is not one. */
export const awaitsSignature = (db: Db, planId: string): ReturnType<Db> => db`exists (
    select from subscription_plans p where p.id = ${planId} and p.active
      and p.merchant_id = s.merchant_id and p.mode = s.mode
  ) and not exists (
    select from subscriptions n where n.plan_id = ${planId} and n.payer = s.payer
      and n.merchant_id = s.merchant_id and n.mode = s.mode
      and n.status in ${db(["pending", ...liveSubscriptionStatuses])}
  )`;

export const isStillFailing = whileTrue(
  (db, { pastDueSince = null }) => db`s.status = 'past_due'
    and s.past_due_since = ${pastDueSince}::timestamptz`,
);

export const failedUntil = ({ graceEndsAt }: SubscriptionFacts) =>
  graceEndsAt === null
    ? []
    : [
        `We’ll keep trying until ${dateIf(graceEndsAt)}. If the charge doesn’t go through by then, the subscription ends.`,
      ];
