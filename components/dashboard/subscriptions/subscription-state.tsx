import { AlertIcon, CheckIcon, ClockIcon, CrossIcon } from "@/components/ui/icons";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import { PauseIcon } from "@/components/ui/work-icons";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getSubscription } from "@/lib/contract/subscriptions/subscriptions";

export type Subscription = ReceivedOutput<typeof getSubscription>;

const looks = {
  pending: { tone: "wait", word: "Starting", icon: ClockIcon },
  trialing: { tone: "accent", word: "In trial", icon: ClockIcon },
  active: { tone: "good", word: "Active", icon: CheckIcon },
  past_due: { tone: "bad", word: "Past due", icon: AlertIcon },
  lapsed: { tone: "neutral", word: "Lapsed", icon: CrossIcon },
  completed: { tone: "neutral", word: "Completed", icon: CheckIcon },
  cancelled: { tone: "neutral", word: "Cancelled", icon: CrossIcon },
} satisfies Record<Subscription["status"], StateLook>;

const paused: StateLook = { tone: "wait", word: "Paused", icon: PauseIcon };

/** How a subscription is, in words and a sign. */
export function SubscriptionState({
  status,
  pausedAt,
  closedAt,
}: Pick<Subscription, "status" | "pausedAt" | "closedAt">) {
  return <StateBadge look={pausedAt && !closedAt ? paused : looks[status]} />;
}

type ChargeFailure = NonNullable<Subscription["failureCode"]>;

/** Why the last charge failed. */
const causes: Record<ChargeFailure, string> = {
  insufficient_balance: "The payer’s wallet didn’t hold enough.",
  insufficient_allowance: "The payer’s permit was used up or revoked.",
  permit_expired: "The payer’s permit expired.",
  token_paused: "The token’s issuer paused transfers.",
  address_blocked: "The token’s issuer or a sanctions list blocks the payer’s or your address.",
};

const signAgain = "The payer can sign a new one on their subscriptions page.";

/** What happens next, and what the payer can do, while the charge is tried again. */
const remedies: Partial<Record<ChargeFailure, string>> = {
  insufficient_balance: "Stipend charges it as soon as it does.",
  insufficient_allowance: signAgain,
  permit_expired: signAgain,
  token_paused: "Stipend charges the payer once transfers resume.",
};

/** Why a subscription's last charge failed; of one that has not ended also what happens next. */
export function blockerWords(
  { closedAt }: Pick<Subscription, "closedAt">,
  failure: ChargeFailure,
): string {
  const remedy = closedAt === null ? remedies[failure] : undefined;
  return remedy ? `${causes[failure]} ${remedy}` : causes[failure];
}

const units = [
  [31_536_000, "year"],
  [7_776_000, "quarter"],
  [2_592_000, "month"],
  [604_800, "week"],
  [86_400, "day"],
] as const;

/** How often something is charged, e.g. "every month", "every 2 weeks". */
export function everyWords(seconds: number): string {
  for (const [length, name] of units) {
    const count = seconds / length;
    if (Number.isInteger(count)) return count === 1 ? `every ${name}` : `every ${count} ${name}s`;
  }
  return `every ${seconds} seconds`;
}
