import { typedAmount } from "@/lib/client/typed-amount";
import type { SentInput } from "@/lib/contract/endpoint";
import type { createPlan } from "@/lib/contract/subscriptions/subscription-plans";
import type { Currency } from "@/lib/core/amounts/money";
import { intervalSeconds, type PlanInterval } from "@/lib/core/subscriptions/subscription-kinds";

/** A plan while it is typed. */
export interface PlanDraft {
  readonly name: string;
  readonly description: string;
  readonly amount: string;
  readonly currency: Currency;
  readonly interval: PlanInterval;
  readonly intervalCount: string;
  readonly trialDays: string;
  /** Empty: without end. */
  readonly maxCycles: string;
}

export const newDraft: PlanDraft = {
  name: "",
  description: "",
  amount: "",
  currency: "USDC",
  interval: "monthly",
  intervalCount: "1",
  trialDays: "0",
  maxCycles: "",
};

const wholeNumber = (typed: string) => (/^\d{1,5}$/.test(typed.trim()) ? Number(typed) : null);

/** Whether what was typed is a whole number. */
export const isCount = (typed: string): boolean => wholeNumber(typed) !== null;

/** What is sent for a draft; null while something is missing or is no number. */
export function inputOf(draft: PlanDraft): SentInput<typeof createPlan> | null {
  const amount = typedAmount(draft.amount);
  const intervalCount = wholeNumber(draft.intervalCount);
  const trialDays = wholeNumber(draft.trialDays);
  const maxCycles = draft.maxCycles.trim() === "" ? undefined : wholeNumber(draft.maxCycles);
  const name = draft.name.trim();
  if (name === "" || !amount || intervalCount === null || trialDays === null) return null;
  if (maxCycles === null) return null;
  const description = draft.description.trim();
  return {
    name,
    amount,
    currency: draft.currency,
    interval: draft.interval,
    ...(description === "" ? {} : { description }),
    ...(intervalCount === 1 ? {} : { intervalCount }),
    ...(trialDays === 0 ? {} : { trialDays }),
    ...(maxCycles === undefined ? {} : { maxCycles }),
  };
}

/** Seconds between two charges of a draft. */
export const secondsOf = ({ interval, intervalCount }: PlanDraft): number =>
  intervalSeconds[interval] * (wholeNumber(intervalCount) ?? 1);
