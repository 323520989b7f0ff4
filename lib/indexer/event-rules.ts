import { tokenAt } from "@/lib/adapters/chain/chains";
import {
  decodePaymentSettled,
  paymentSettledTopic,
  paymentsRoutedTopic,
} from "@/lib/adapters/chain/events/payment-events";
import {
  decodePlatformEvent,
  platformEventKinds,
} from "@/lib/adapters/chain/events/platform-events";
import {
  chargeRefundedTopic,
  decodeChargeRefunded,
  decodePaymentRefunded,
  paymentRefundedTopic,
} from "@/lib/adapters/chain/events/refund-events";
import {
  decodeRegistryEvent,
  registryEventKinds,
} from "@/lib/adapters/chain/events/registry-events";
import {
  chargesRoutedTopic,
  decodeSubscriptionCancelled,
  decodeSubscriptionCharged,
  decodeSubscriptionCreated,
  subscriptionCancelledTopic,
  subscriptionChargedTopic,
  subscriptionCreatedTopic,
} from "@/lib/adapters/chain/events/subscription-events";
import type { ContractKind } from "@/lib/core/chain/contract-kinds";
import type { RegistryChange } from "@/lib/domain/merchants/registrations/registry-change";
import { seeRegistryChanges } from "@/lib/domain/merchants/registrations/see-registry-changes";
import { seeSettlements } from "@/lib/domain/payments/settlements/see-settlements";
import type { Settlement } from "@/lib/domain/payments/settlements/settlement";
import type { PlatformChange } from "@/lib/domain/platform/treasury/platform-change";
import { seePlatformChanges } from "@/lib/domain/platform/treasury/see-platform-changes";
import type { RefundEvent } from "@/lib/domain/refunds/refund-event";
import { seeRefundEvents } from "@/lib/domain/refunds/see-refund-events";
import { chargeKey } from "@/lib/domain/subscriptions/books/charge-key";
import {
  seeCancellations,
  seeCharges,
  seeEnrolments,
} from "@/lib/domain/subscriptions/books/see-subscription-events";
import type {
  CancellationEvent,
  ChargeEvent,
  EnrolmentEvent,
} from "@/lib/domain/subscriptions/books/subscription-event";
import { agentRules } from "./agent-rules";
import { type EventRule, placeOf } from "./event-rule";

/** A payment reached its merchant: a transaction, by the payment's id. */
const paymentSettled: readonly EventRule<Settlement>[] = [
  {
    kind: "processor",
    version: 1,
    name: "PaymentSettled",
    topic: paymentSettledTopic,
    readAlong: [paymentsRoutedTopic],
    decode(log, { chain, deployment, block, earlier }) {
      const { registry: _, merchantId, ...event } = decodePaymentSettled(log, earlier);
      const token = tokenAt(deployment, event.token);
      if (!token) return null;
      return {
        ...event,
        chainMerchantId: merchantId,
        mode: deployment.mode,
        currency: token.currency,
        ...placeOf(log, { chain, deployment, block }),
      };
    },
    about: ({ paymentId }) => paymentId,
    see: seeSettlements,
  },
];

/** Money of a payment went back to its payer: each merchant uses a reference once. */
const paymentRefunded: readonly EventRule<RefundEvent>[] = [
  {
    kind: "refunds",
    version: 1,
    name: "PaymentRefunded",
    topic: paymentRefundedTopic,
    decode(log, { chain, deployment, block }) {
      const { registry: _, ...event } = decodePaymentRefunded(log);
      if (!tokenAt(deployment, event.token)) return null;
      return {
        ...event,
        ...placeOf(log, { chain, deployment, block }),
      };
    },
    about: ({ chainMerchantId, refundRef }) => `${chainMerchantId}:${refundRef}`,
    see: seeRefundEvents,
  },
];

/** Money of a subscription's charge went back to its payer: each merchant uses a reference once. */
const chargeRefunded: readonly EventRule<RefundEvent>[] = [
  {
    kind: "chargeRefunds",
    version: 1,
    name: "ChargeRefunded",
    topic: chargeRefundedTopic,
    decode(log, { chain, deployment, block }) {
      const { registry: _, onchainId, period, number, ...event } = decodeChargeRefunded(log);
      if (!tokenAt(deployment, event.token)) return null;
      return {
        ...event,
        paymentId: chargeKey({ onchainId, period, number }),
        ...placeOf(log, { chain, deployment, block }),
      };
    },
    about: ({ chainMerchantId, refundRef }) => `${chainMerchantId}:${refundRef}`,
    see: seeRefundEvents,
  },
];

/**
 * A merchant's record in a registry changed. The same change may be made again: it is told apart by its
 * transaction, and there by how many of the registry's logs came before it.
 */
const registryEvents: readonly EventRule<RegistryChange>[] = registryEventKinds.map((event) => ({
  ...event,
  kind: "registry",
  version: 1,
  decode(log, { chain, deployment, block, earlier }) {
    return {
      ...decodeRegistryEvent(log),
      chainId: chain.id,
      deploymentId: deployment.id,
      blockNumber: block.number,
      logIndex: log.logIndex,
      txHash: log.txHash,
      place: earlier.filter(({ address }) => address === log.address).length,
    };
  },
  about: ({ txHash, place }) => `${txHash}:${place}`,
  see: seeRegistryChanges,
}));

/**
 * Fees left a contract of the core, or a role of a registry is handed over. The same may happen again: it is told
 * apart by its transaction, and there by how many logs of the contract, and of the core for the same registry, came
 * before it.
 */
const platformEvents: readonly EventRule<PlatformChange>[] = platformEventKinds.map((kind) => ({
  ...kind,
  version: 1,
  decode(log, { chain, deployment, block, earlier }) {
    const isOfCore = kind.kind !== "registry";
    const before = earlier.filter(
      ({ address, topics }) =>
        address === log.address && (!isOfCore || topics[1] === log.topics[1]),
    );
    return {
      ...decodePlatformEvent(log),
      chainId: chain.id,
      deploymentId: deployment.id,
      blockNumber: block.number,
      logIndex: log.logIndex,
      txHash: log.txHash,
      place: before.length,
    };
  },
  about: ({ txHash, place }) => `${txHash}:${place}`,
  see: seePlatformChanges,
}));

const contract = { kind: "subscriptions", version: 1 } as const;

/** A payer has subscribed: an intent enrols once. */
const enrolled: EventRule<EnrolmentEvent> = {
  ...contract,
  name: "SubscriptionCreated",
  topic: subscriptionCreatedTopic,
  decode(log, place) {
    const event = decodeSubscriptionCreated(log);
    if (!tokenAt(place.deployment, event.token)) return null;
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
    if (!tokenAt(place.deployment, event.token)) return null;
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

/** Every event that is read. */
const eventRules: readonly EventRule[] = [
  ...paymentSettled,
  ...paymentRefunded,
  ...chargeRefunded,
  ...registryEvents,
  ...platformEvents,
  ...[enrolled, charged, cancelled],
  ...agentRules,
];

/** The rules for a contract's events. */
export function rulesOf(contract: { kind: ContractKind; version: number }): EventRule[] {
  return eventRules.filter(
    ({ kind, version }) => kind === contract.kind && version === contract.version,
  );
}
