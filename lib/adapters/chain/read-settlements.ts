import { numberToHex } from "viem/utils";
import type { Address, Bytes32 } from "@/lib/core/hex";
import { ChainDoubt } from "./chain-trouble";
import { parseLog } from "./parse-log";
import { decodePaymentSettled, type PaymentSettled, paymentSettledTopic } from "./payment-events";
import type { Rpc } from "./rpc";

/** Which settlements are looked for. The processor indexes merchant and ref, so that nodes find them. */
export interface SettlementsOf {
  readonly processor: Address;
  /** The merchant's id in the registry of the processor. */
  readonly merchantId: bigint;
  readonly ref: Bytes32;
  /** The first block that is looked at. */
  readonly from: bigint;
}

/**
 * The settlements of a merchant's ref in the newest blocks, as the node has them now (`eth_getLogs`).
 * @throws RpcError many providers limit the range
 * @throws RpcUnavailable
 * @throws ChainDoubt the answer is no list of logs
 */
export async function readSettlements(
  rpc: Rpc,
  { processor, merchantId, ref, from }: SettlementsOf,
): Promise<PaymentSettled[]> {
  const topics = [paymentSettledTopic, null, numberToHex(merchantId, { size: 32 }), ref];
  const filter = { address: processor, topics, fromBlock: numberToHex(from), toBlock: "latest" };
  const logs = await rpc.request({ method: "eth_getLogs", params: [filter] });
  if (!Array.isArray(logs)) throw new ChainDoubt("eth_getLogs: not a list");
  return logs
    .map(parseLog)
    .filter(
      ({ address, topics: [topic] }) => address === processor && topic === paymentSettledTopic,
    )
    .map(decodePaymentSettled)
    .filter((settled) => settled.merchantId === merchantId && settled.ref === ref);
}
