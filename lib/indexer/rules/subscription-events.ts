import { ChainDoubt } from "@/lib/adapters/chain/chain-trouble";
import { tokenAt } from "@/lib/adapters/chain/chains";
import type { ChainLog } from "@/lib/adapters/chain/parse-log";
import {
  chargesRoutedTopic,
  decodeSubscriptionCancelled,
  decodeSubscriptionCharged,
  decodeSubscriptionCreated,
  subscriptionCancelledTopic,
  subscriptionChargedTopic,
  subscriptionCreatedTopic,
} from "@/lib/adapters/chain/subscription-events";
import type { Address } from "@/lib/core/hex";
import {
  seeCancellations,
  seeCharges,
  seeEnrolments,
} from "@/lib/domain/subscription-books/see-subscription-events";
import type {
  CancellationEvent,
  ChargeEvent,
  EnrolmentEvent,
} from "@/lib/domain/subscription-books/subscription-event";
import type { EventRule, LogPlace } from "@/lib/indexer/event-rule";

const contract = { kind: "subscriptions", version: 1 } as const;

const placeOf = (log: ChainLog, { chain, deployment, block }: LogPlace) => ({
  chainId: chain.id,
  deploymentId: deployment.id,
  txHash: log.txHash,
  logIndex: log.logIndex,
  blockNumber: block.number,
  blockTimestamp: block.timestamp,
});

function checkToken(log: ChainLog, { deployment }: LogPlace, token: Address): void {
  if (tokenAt(deployment, token)) return;
  throw new ChainDoubt(`${log.address} cannot have charged in ${token}`);
}

/** A payer has subscribed: an intent enrols once. */
const enrolled: EventRule<EnrolmentEvent> = {
  ...contract,
  name: "SubscriptionCreated",
  topic: subscriptionCreatedTopic,
  decode(log, place) {
    const event = decodeSubscriptionCreated(log);
    checkToken(log, place, event.token);
    return { ...event, ...placeOf(log, place) };
  },
  about: ({ onchainId }) => onchainId,
  see: seeEnrolments,
};

/** A charge reached its merchant: each period and number within it once. */
const charged: EventRule<ChargeEvent> = {
  ...contract,
  name: "SubscriptionCharged",
  topic: subscriptionChargedTopic,
  readAlong: [chargesRoutedTopic],
  decode(log, place) {
    const event = decodeSubscriptionCharged(log, place.earlier);
    checkToken(log, place, event.token);
    return { ...event, ...placeOf(log, place) };
  },
  about: ({ onchainId, period, number }) => `${onchainId}:${period}:${number}`,
  see: seeCharges,
};

/** A subscription is not charged any more. */
const cancelled: EventRule<CancellationEvent> = {
  ...contract,
  name: "SubscriptionCancelled",
  topic: subscriptionCancelledTopic,
  decode: (log, place) => ({ ...decodeSubscriptionCancelled(log), ...placeOf(log, place) }),
  about: ({ onchainId }) => onchainId,
  see: seeCancellations,
};

export const subscriptionEvents: readonly EventRule[] = [enrolled, charged, cancelled];
