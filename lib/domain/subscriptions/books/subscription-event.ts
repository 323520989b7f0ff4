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

/** The registry is that of the deployment. */
type Stored<Event> = Omit<Event, "registry"> & EventPlace;

export type EnrolmentEvent = Stored<SubscriptionCreated>;
export type ChargeEvent = Stored<SubscriptionCharged>;
export type CancellationEvent = Stored<SubscriptionCancelled>;
