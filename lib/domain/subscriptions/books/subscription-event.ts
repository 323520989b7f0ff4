import type {
  SubscriptionCancelled,
  SubscriptionCharged,
  SubscriptionCreated,
} from "@/lib/adapters/chain/events/subscription-events";
import type { Bytes32 } from "@/lib/core/chain/hex";

/** Where an event was mined, and by which contract. */
export interface EventPlace {
  readonly chainId: number;
  readonly deploymentId: string;
  readonly txHash: Bytes32;
  readonly logIndex: number;
  readonly blockNumber: bigint;
  readonly blockTimestamp: Date;
}

export type EnrolmentEvent = SubscriptionCreated & EventPlace;
export type ChargeEvent = SubscriptionCharged & EventPlace;
export type CancellationEvent = SubscriptionCancelled & EventPlace;
