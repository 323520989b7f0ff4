import { encodeFunctionData } from "viem";
import type { ChaosMerchant } from "@/chaos/clients/stage";
import type { Account } from "@/chaos/rig/accounts";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import {
  type SubscriptionTerms,
  subscriptionIdOf,
} from "@/lib/adapters/chain/calls/subscription-terms";
import { addressOf, type Deployment, type Token } from "@/lib/adapters/chain/chains";
import type { Bytes32, Hex } from "@/lib/core/chain/hex";
import type { PlanView } from "@/lib/domain/subscriptions/plans/view";

/** What becomes of a subscriber; each run has them all. */
export const subscriberKinds = [
  /** Always has the money. */
  "steady",
  /** Has the money for period 0 alone, and gets more a day after the first failure. */
  "poor",
  /** Never gets more: its subscription lapses. */
  "broke",
  /** Takes its allowance back for a day. */
  "revoking",
  /** The merchant cancels it when a charge has fallen due. */
  "cancelled",
  /** The merchant cancels it in its grace period; then the money comes. */
  "given up",
  /** Ends it on the chain. */
  "leaving",
  /** The merchant pauses it for a day. */
  "paused",
  /** Agreed to three periods. */
  "short",
  /** Enrols through the relay on the first day. */
  "relayed",
] as const;
export type SubscriberKind = (typeof subscriberKinds)[number];

/** Of which kinds a run has several. */
const further: readonly SubscriberKind[] = [
  "steady",
  "steady",
  "cancelled",
  "cancelled",
  "relayed",
];

/** A payer with one subscription. */
export interface Subscriber {
  readonly index: number;
  readonly kind: SubscriberKind;
  readonly account: Account;
  readonly merchant: ChaosMerchant;
  readonly plan: PlanView;
  /** Of a relayed one they are agreed to on its first day. */
  terms: SubscriptionTerms;
  onchainId: Bytes32;
}

/** Seconds between two charges: the shortest that the contract takes. */
export const DAY = 86_400;
/** Periods that most agree to. */
const PERIODS = 20n;
/** By more than any run has days, so that only the poor run out of money. */
const RICH = 2n * PERIODS;

export const kindsOfRun: readonly SubscriberKind[] = [...subscriberKinds, ...further];

/** What a subscriber owns at first, in periods. */
export const periodsOwned = (kind: SubscriberKind): bigint =>
  kind === "poor" || kind === "broke" || kind === "given up" ? 1n : RICH;

/** On which day period 0 is charged. */
export const firstDay = ({ kind }: Subscriber): number => (kind === "relayed" ? 1 : 0);

/** The terms of a subscriber, and their id in the contract. */
export function agree(
  { deployment, token }: { deployment: Deployment; token: Token },
  who: Omit<Subscriber, "terms" | "onchainId">,
  given: Pick<SubscriptionTerms, "startAt" | "permitDeadline" | "permitNonce">,
): Pick<Subscriber, "terms" | "onchainId"> {
  const { kind, account, merchant, plan } = who;
  const periods = kind === "short" ? 3n : PERIODS;
  const terms: SubscriptionTerms = {
    payer: account.address,
    registry: addressOf(deployment, "registry"),
    merchantId: merchant.chainMerchantId.test,
    token: token.address,
    amount: plan.amount,
    interval: BigInt(DAY),
    endAt: given.startAt + periods * BigInt(DAY),
    permitValue: plan.amount * periods,
    ref: plan.ref,
    ...given,
  };
  return { terms, onchainId: subscriptionIdOf(deployment, terms) };
}

/** The call by which a subscriber enrols without the relay. */
export function encodeSubscribeDirect(terms: SubscriptionTerms): Hex {
  return encodeFunctionData({
    abi: subscriptionManagerAbi,
    functionName: "subscribeDirect",
    args: [terms],
  });
}

/** The contract for subscriptions. */
export const managerOf = (deployment: Deployment) => addressOf(deployment, "subscriptions");
