import { createHash } from "node:crypto";
import type { Block } from "@/lib/adapters/chain/blocks";
import { ChainDoubt } from "@/lib/adapters/chain/chain-trouble";
import { tokenAt } from "@/lib/adapters/chain/chains";
import type { ChainLog } from "@/lib/adapters/chain/parse-log";
import { decodePaymentSettled } from "@/lib/adapters/chain/payment-events";
import type { Settlement } from "@/lib/domain/payments/settlement";
import type { Source } from "./source";

/**
 * Reads a block's logs as settlements. Deployment and mode are those of the emitting contract.
 * @throws ChainDoubt a log that our contracts cannot have emitted
 */
export function decodeSettlements(
  { chain, deployments }: Source,
  block: Block,
  logs: readonly ChainLog[],
): Settlement[] {
  return logs.map((log) => {
    const { merchantId, ...event } = decodePaymentSettled(log);
    const deployment = deployments.find(({ processor }) => processor === log.address);
    const token = deployment && tokenAt(deployment, event.token);
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
  });
}

/** What a settlement is about, wherever it was mined: the first half of a SHA-256 over contract, event and payment, in hex. */
export function domainKeyOf(processor: string, paymentId: string): string {
  return createHash("sha256")
    .update(`${processor}:PaymentSettled:${paymentId}`)
    .digest("hex")
    .slice(0, 32);
}
