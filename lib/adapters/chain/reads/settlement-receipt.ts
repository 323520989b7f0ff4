import { decodeEventLog } from "viem";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { paymentSettledTopic } from "@/lib/adapters/chain/events/payment-events";
import { type PaymentFailure, paymentFailure } from "@/lib/adapters/chain/rpc/revert-reason";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import { lowerHex } from "@/lib/core/chain/hex";
import type { Receipt } from "./transactions";

/** What the receipt of one of our own transactions says of the payments in it. */
export interface SettlementReceipt {
  /** The whole transaction reverted. */
  readonly reverted: boolean;
  readonly settled: ReadonlySet<Bytes32>;
  /** By payment id. */
  readonly failed: ReadonlyMap<Bytes32, PaymentFailure>;
  /** By position of the group in the batch. */
  readonly failedGroups: ReadonlyMap<number, PaymentFailure>;
}

/**
 * Reads the payment processor's logs in a receipt of one of our own transactions. The failures are
 * diagnostics: in other transactions anyone can cause them for any payment. The processor serves other registries, too;
 * an id is a digest over its own.
 */
export function readSettlementReceipt(receipt: Receipt, processor: Address): SettlementReceipt {
  const settled = new Set<Bytes32>();
  const failed = new Map<Bytes32, PaymentFailure>();
  const failedGroups = new Map<number, PaymentFailure>();
  for (const log of receipt.logs) {
    if (log.address !== processor) continue;
    const [topic, , paymentId] = log.topics;
    // Nearly all of them: of these the id is all that counts, and it is a topic.
    if (topic === paymentSettledTopic && paymentId) {
      settled.add(lowerHex(paymentId));
      continue;
    }
    const event = decode(log);
    if (event?.eventName === "PaymentFailed") {
      failed.set(lowerHex(event.args.paymentId), paymentFailure(event.args.reason));
    }
    if (event?.eventName === "GroupFailed") {
      failedGroups.set(Number(event.args.groupIndex), paymentFailure(event.args.reason));
    }
  }
  return { reverted: !receipt.succeeded, settled, failed, failedGroups };
}

function decode({ topics, data }: Receipt["logs"][number]) {
  const [signature, ...indexed] = topics;
  if (signature === undefined) return null;
  try {
    return decodeEventLog({ abi: paymentProcessorAbi, topics: [signature, ...indexed], data });
  } catch {
    return null;
  }
}
