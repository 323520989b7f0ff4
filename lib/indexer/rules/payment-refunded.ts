import { ChainDoubt } from "@/lib/adapters/chain/chain-trouble";
import { tokenAt } from "@/lib/adapters/chain/chains";
import { decodePaymentRefunded, paymentRefundedTopic } from "@/lib/adapters/chain/refund-events";
import type { RefundEvent } from "@/lib/domain/refunds/refund-event";
import { seeRefundEvents } from "@/lib/domain/refunds/see-refund-events";
import type { EventRule } from "@/lib/indexer/event-rule";

/** Money of a payment went back to its payer: each merchant uses a reference once. */
export const paymentRefunded: readonly EventRule<RefundEvent>[] = [
  {
    kind: "refunds",
    version: 1,
    name: "PaymentRefunded",
    topic: paymentRefundedTopic,
    decode(log, { chain, deployment, block }) {
      const event = decodePaymentRefunded(log);
      if (!tokenAt(deployment, event.token)) {
        throw new ChainDoubt(`${log.address} cannot have refunded in ${event.token}`);
      }
      return {
        ...event,
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
