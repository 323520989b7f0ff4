import { formatAmount } from "@/lib/core/format-amount";
import { checksumAddress } from "@/lib/core/hex";
import { currencyDecimals } from "@/lib/core/money";
import { singleLine } from "@/lib/core/plain-text";
import type { SubscriptionFacts } from "./mail-facts";
import { formatDate, formatDay, type Wording } from "./wording";

type Rows = [string, string][];

const DAY = 86_400;

/** An amount of the subscription's token. */
export function moneyOf(
  amount: string,
  { currency }: SubscriptionFacts,
  { lang }: Wording,
): string {
  return formatAmount({ amount, currency, decimals: currencyDecimals }, lang);
}

/** What texts about a subscription name. */
export function subscriptionNames(facts: SubscriptionFacts, wording: Wording) {
  const { lang, networkOf } = wording;
  const date = (iso: string | null | undefined) => (iso ? formatDate(iso, lang) : "");
  return {
    merchant: singleLine(facts.businessName),
    plan: singleLine(facts.planName),
    amount: moneyOf(facts.amount, facts, wording),
    charged: moneyOf(facts.chargeAmount ?? facts.amount, facts, wording),
    currency: facts.currency,
    network: networkOf(facts.chainId),
    every: everyOf(facts.intervalSeconds, wording),
    next: date(facts.nextChargeAt),
    day: facts.nextChargeAt ? formatDay(facts.nextChargeAt, lang) : "",
    until: date(facts.paidUntil),
    grace: date(facts.graceEndsAt),
    end: date(facts.endAt),
    ends: date(facts.endsAt),
  };
}

/** An interval as it is counted: months and years are days. */
function everyOf(seconds: number, { say, lang }: Wording): string {
  if (seconds === DAY) return say("everyDay");
  if (seconds === 7 * DAY) return say("everyWeek");
  const days = new Intl.NumberFormat(lang, { maximumFractionDigits: 2 }).format(seconds / DAY);
  return say("everyDays", { days });
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

/** The rows that a mail about the agreement has. */
export function agreementRows(facts: SubscriptionFacts, wording: Wording): Rows {
  const { say, lang } = wording;
  const { plan, amount, every } = subscriptionNames(facts, wording);
  const first = facts.status === "trialing" ? say("firstCharge") : say("nextCharge");
  return [
    [say("plan"), plan],
    [say("perCharge"), amount],
    [say("interval"), every],
    ...(facts.nextChargeAt
      ? [[first, formatDate(facts.nextChargeAt, lang)] as [string, string]]
      : []),
    ...(facts.endAt ? [[say("endsOn"), formatDate(facts.endAt, lang)] as [string, string]] : []),
    ...(facts.cap
      ? [[say("capTotal"), moneyOf(facts.cap, facts, wording)] as [string, string]]
      : []),
  ];
}

/** The rows that a mail about a charge has. */
export function chargeRows(facts: SubscriptionFacts, { say, lang }: Wording): Rows {
  return [
    ...(facts.paidAt ? [[say("date"), formatDate(facts.paidAt, lang)] as [string, string]] : []),
    ...(facts.transactionId
      ? [[say("receiptNumber"), facts.transactionId] as [string, string]]
      : []),
    ...(facts.txHash ? [[say("transaction"), facts.txHash] as [string, string]] : []),
  ];
}

/** The rows that every mail about a subscription ends with. */
export function lastRows(facts: SubscriptionFacts, { say, networkOf }: Wording): Rows {
  return [
    [say("network"), networkOf(facts.chainId)],
    [say("wallet"), checksumAddress(facts.payer)],
    [say("subscription"), facts.subscriptionId],
  ];
}

/** The page where payers see and end their subscriptions. */
function manageButton({ say, appUrl, mode }: Wording) {
  const url = `${appUrl}/subscriptions${mode === "test" ? "?mode=test" : ""}`;
  return { label: say("manageButton"), url, hint: say("buttonHint") };
}

/** The page where a plan is subscribed to. */
export function planButton(label: string, { planId }: SubscriptionFacts, { say, appUrl }: Wording) {
  return { label, url: `${appUrl}/subscribe/${planId}`, hint: say("buttonHint") };
}

/** What all mails to a subscription's payer have. */
export function payerFrame(facts: SubscriptionFacts, wording: Wording) {
  const { say, lang, mode } = wording;
  return {
    lang,
    button: manageButton(wording),
    notice: mode === "test" ? say("testNotice") : null,
    footer: say("payerFooter", { merchant: singleLine(facts.businessName) }),
    unsubscribe: null,
  };
}

/** What all mails to a subscription's merchant have. */
export function merchantFrame(facts: SubscriptionFacts, wording: Wording) {
  const { say, lang, mode } = wording;
  return {
    lang,
    button: planButton(say("merchantButton"), facts, wording),
    notice: mode === "test" ? say("testNotice") : null,
    footer: say("merchantFooter", { merchant: singleLine(facts.businessName) }),
    unsubscribe: null,
  };
}
