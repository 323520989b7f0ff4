import type { Bytes32 } from "@/lib/core/hex";
import type { ChainLog } from "./parse-log";
import { decodePaymentSettled, paymentSettledTopic } from "./payment-events";
import {
  decodePaymentSettledV2,
  paymentSettledTopicV2,
  paymentsRoutedTopicV2,
} from "./payment-events-v2";
import type { PaymentSettled } from "./payment-settled";

/** How the payment processors of a version tell of settlements. */
export interface SettlementEvents {
  readonly version: number;
  /** The first topic of the log of a settlement. */
  readonly topic: Bytes32;
  /** The first topic of the log before a group of settlements that says what they have in common; null where there is none. */
  readonly groupTopic: Bytes32 | null;
  /**
   * Reads the log of a settlement. Who emitted it is the caller's to judge.
   * @param earlier what was logged before it in its transaction, in order
   * @throws ChainDoubt no contract of that version can have logged this
   */
  decode(log: ChainLog, earlier: readonly ChainLog[]): PaymentSettled;
}

/** Of every version that is read. */
export const settlementEvents: readonly SettlementEvents[] = [
  { version: 1, topic: paymentSettledTopic, groupTopic: null, decode: decodePaymentSettled },
  {
    version: 2,
    topic: paymentSettledTopicV2,
    groupTopic: paymentsRoutedTopicV2,
    decode: decodePaymentSettledV2,
  },
];

/** How a processor of that version tells of settlements. */
export function settlementEventsOf(version: number): SettlementEvents {
  const found = settlementEvents.find((one) => one.version === version);
  if (!found) throw new Error(`No processor of version ${version} is read`);
  return found;
}
