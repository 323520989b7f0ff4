import { ChainDoubt } from "@/lib/adapters/chain/chain-trouble";
import { tokenAt } from "@/lib/adapters/chain/chains";
import {
  chargeRefundedTopic,
  decodeChargeRefunded,
} from "@/lib/adapters/chain/charge-refund-events";
import type { RefundEvent } from "@/lib/domain/refunds/refund-event";
import { seeRefundEvents } from "@/lib/domain/refunds/see-refund-events";
import { chargeKey } from "@/lib/domain/subscription-books/charge-key";
import type { EventRule } from "@/lib/indexer/event-rule";

/** Money of a subscription's charge went back to its payer: each merchant uses a reference once. */
export const chargeRefunded: readonly EventRule<RefundEvent>[] = [
  {
    kind: "chargeRefunds",
    version: 1,
    name: "ChargeRefunded",
    topic: chargeRefundedTopic,
    decode(log, { chain, deployment, block }) {
      const { onchainId, period, number, ...event } = decodeChargeRefunded(log);
      if (!tokenAt(deployment, event.token)) {
        throw new ChainDoubt(`${log.address} cannot have refunded in ${event.token}`);
      }
      return {
        ...event,
        paymentId: chargeKey({ onchainId, period, number }),
        chainId: chain.id,
        deploymentId: deployment.id,
        txHash: log.txHash,
        logIndex: log.logIndex,
        blockNumber: block.number,
        blockTimestamp: block.timestamp,
      };
    },
    about: ({ chainMerchantId, refundRef }) => `${chainMerchantId}:${refundRef}`,
    see: seeRefundEvents,
  },
];
