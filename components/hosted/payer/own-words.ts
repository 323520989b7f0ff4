import type {
  SaySubscriptions,
  SubscriptionsEnglish,
} from "@/components/hosted/words/payer/payer-words";
import type {
  Outlook,
  OwnSubscription,
  PermitProgress,
} from "@/lib/contract/subscriptions/payer-home";
import type { SubscriptionStatus } from "@/lib/core/states";
import type { ChargeFailure, PlanInterval } from "@/lib/core/subscriptions/subscription-kinds";

type Key = keyof SubscriptionsEnglish;

const intervals = {
  daily: "everyDay",
  weekly: "everyWeek",
  monthly: "everyMonth",
  quarterly: "everyQuarter",
  yearly: "everyYear",
} as const satisfies Record<PlanInterval, Key>;

/** How often it is charged, in words. */
export function ownInterval({ plan, intervalSeconds }: OwnSubscription, say: SaySubscriptions) {
  if (plan?.intervalCount === 1) return say(intervals[plan.interval]);
  const days = intervalSeconds / 86_400;
  return days === 1 ? say("everyDay") : say("everyDays", { count: String(Math.round(days)) });
}

const statuses = {
  pending: "statusPending",
  trialing: "statusTrialing",
  active: "statusActive",
  past_due: "statusPastDue",
  cancelled: "statusCancelled",
  lapsed: "statusLapsed",
  completed: "statusCompleted",
} as const satisfies Record<SubscriptionStatus, Key>;

/** Statuses of subscriptions that may still be charged. */
const going = new Set<SubscriptionStatus>(["pending", "trialing", "active", "past_due"]);

export const isGoing = ({ status, failed }: Pick<OwnSubscription, "status" | "failed">): boolean =>
  going.has(status) && !failed;

/** Whether it has not begun, and begins where another one of the plan ends. */
const isNextTerm = ({ follows, status }: Pick<OwnSubscription, "follows" | "status">) =>
  follows && status === "trialing";

export function statusWords(own: OwnSubscription, say: SaySubscriptions): string {
  if (own.failed) return say("statusFailed");
  if (own.paused && isGoing(own)) return say("statusPaused");
  return say(isNextTerm(own) ? "statusNext" : statuses[own.status]);
}

/** What is said before and after a subscription is cancelled. */
export interface CancelPhrases {
  question: string;
  done: string;
}

/** A charge that is signed may still land after the subscription was cancelled. */
export function cancelPhrases(
  own: Pick<OwnSubscription, "plan" | "merchant" | "charging" | "follows" | "status">,
  say: SaySubscriptions,
): CancelPhrases {
  const plan = own.plan?.name ?? say("otherPlan");
  if (own.charging) {
    const names = { plan, merchant: own.merchant.name };
    return { question: say("cancelCharging", names), done: say("cancelChargingDone", names) };
  }
  return isNextTerm(own)
    ? { question: say("cancelNext", { plan }), done: say("cancelNextDone", { plan }) }
    : { question: say("cancelSure", { plan }), done: say("cancelDone", { plan }) };
}

const outlooks = {
  good: "outlookGood",
  low_balance: "outlookBalance",
  low_allowance: "outlookAllowance",
  unknown: "outlookUnknown",
} as const satisfies Record<Outlook, Key>;

export function outlookWords(outlook: Outlook, currency: string, say: SaySubscriptions): string {
  return say(outlooks[outlook], { currency });
}

const failures = {
  insufficient_balance: "failBalance",
  insufficient_allowance: "failAllowance",
  permit_expired: "failPermit",
  token_paused: "failPaused",
  address_blocked: "failBlocked",
} as const satisfies Record<ChargeFailure, Key>;

const fixes: Partial<Record<ChargeFailure, "fixBalance" | "fixAllowance">> = {
  insufficient_balance: "fixBalance",
  insufficient_allowance: "fixAllowance",
};

/** Why the last charge failed, and while it is tried again what mends it. */
export function failureWords(
  { status, paused, currency }: Pick<OwnSubscription, "status" | "paused" | "currency">,
  code: ChargeFailure,
  say: SaySubscriptions,
): string {
  const why = say(failures[code], { currency });
  const fix = status === "past_due" && !paused ? fixes[code] : undefined;
  return fix ? `${why} ${say(fix)}` : why;
}

/** Whether a permit is not in a block yet, and still can be. */
export const isPermitUnderWay = ({ state }: PermitProgress): boolean =>
  state === "queued" || state === "signed";
