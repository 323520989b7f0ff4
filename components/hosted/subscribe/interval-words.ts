import type {
  SaySubscribe,
  SubscribeEnglish,
} from "@/components/hosted/words/subscribe/subscribe-words";
import type { PlanInterval } from "@/lib/core/subscriptions/subscription-kinds";

interface Interval {
  interval: PlanInterval;
  intervalCount: number;
  intervalSeconds: number;
}

type Key = keyof SubscribeEnglish;
const one = {
  daily: "everyDay",
  weekly: "everyWeek",
  monthly: "everyMonth",
  quarterly: "everyQuarter",
  yearly: "everyYear",
} as const satisfies Record<PlanInterval, Key>;
const several = {
  daily: "everyDays",
  weekly: "everyWeeks",
  monthly: "everyMonths",
  quarterly: "everyQuarters",
  yearly: "everyYears",
} as const satisfies Record<PlanInterval, Key>;

/** How often a plan is charged, in words; where months have a length of their own, that is said. */
export function intervalWords(plan: Interval, say: SaySubscribe): string {
  const { interval, intervalCount, intervalSeconds } = plan;
  if (intervalCount === 1) return say(one[interval]);
  const count = String(intervalCount);
  return say(several[interval], { count, days: String(intervalSeconds / 86_400) });
}

/** A number of charges in words. */
export function chargesWords(count: number, say: SaySubscribe): string {
  return count === 1 ? say("oneCharge") : say("charges", { count: String(count) });
}
