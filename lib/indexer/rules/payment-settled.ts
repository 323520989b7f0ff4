import { ChainDoubt } from "@/lib/adapters/chain/chain-trouble";
import { tokenAt } from "@/lib/adapters/chain/chains";
import {
  decodePaymentSettled,
  paymentSettledTopic,
  paymentsRoutedTopic,
} from "@/lib/adapters/chain/payment-events";
import { seeSettlements } from "@/lib/domain/payments/see-settlements";
import type { Settlement } from "@/lib/domain/payments/settlement";
import type { EventRule } from "@/lib/indexer/event-rule";

/** A payment reached its merchant: a transaction, by the payment's id. */
export const paymentSettled: readonly EventRule<Settlement>[] = [
  {
    kind: "processor",
    version: 1,
    name: "PaymentSettled",
    topic: paymentSettledTopic,
    readAlong: [paymentsRoutedTopic],
    decode(log, { chain, deployment, block, earlier }) {
      const { merchantId, ...event } = decodePaymentSettled(log, earlier);
      const token = tokenAt(deployment, event.token);
      if (!token) throw new ChainDoubt(`${log.address} cannot have settled in ${event.token}`);
      return {
        ...event,
        chainMerchantId: merchantId,
        deploymentId: deployment.id,
        mode: deployment.mode,
        chainId: chain.id,
        currency: token.currency,
        txHash: log.txHash,
        logIndex: log.logIndex,
        blockNumber: block.number,
        blockTimestamp: block.timestamp,
      };
    },
    about: ({ paymentId }) => paymentId,
    see: seeSettlements,
  },
];
