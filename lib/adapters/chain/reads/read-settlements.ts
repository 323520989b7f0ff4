import { numberToHex } from "viem/utils";
import { type ChainLog, parseLog } from "@/lib/adapters/chain/events/parse-log";
import {
  decodePaymentSettled,
  type PaymentSettled,
  paymentSettledTopic,
  paymentsRoutedTopic,
} from "@/lib/adapters/chain/events/payment-events";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";

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
 * @throws ChainDoubt the answer is no list of logs, or a settlement's group is missing in it
 */
export async function readSettlements(
  rpc: Rpc,
  { processor: address, merchantId, ref, from }: SettlementsOf,
): Promise<PaymentSettled[]> {
  const merchant = numberToHex(merchantId, { size: 32 });
  const range = { fromBlock: numberToHex(from), toBlock: "latest" };
  const settled = await readLogs(rpc, {
    address,
    topics: [paymentSettledTopic, null, merchant, ref],
    ...range,
  });
  const [first, last] = [settled[0], settled.at(-1)];
  if (!first || !last) return [];
  const within = {
    fromBlock: numberToHex(first.blockNumber),
    toBlock: numberToHex(last.blockNumber),
  };
  const groups = await readLogs(rpc, {
    address,
    topics: [paymentsRoutedTopic, merchant],
    ...within,
  });
  return settled
    .map((log) => decodePaymentSettled(log, groups.filter(isBefore(log))))
    .filter((payment) => payment.merchantId === merchantId && payment.ref === ref);
}

interface LogQuery {
  address: string;
  topics: [Bytes32, ...(Bytes32 | null)[]];
  fromBlock: string;
  toBlock: string;
}

/** In the chain's order, without what other contracts logged. */
async function readLogs(rpc: Rpc, query: LogQuery): Promise<ChainLog[]> {
  const { address, topics } = query;
  const logs = await rpc.request({ method: "eth_getLogs", params: [query] });
  if (!Array.isArray(logs)) throw new ChainDoubt("eth_getLogs: not a list");
  return logs
    .map(parseLog)
    .filter((log) => log.address === address && log.topics[0] === topics[0])
    .sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
}

const isBefore = (log: ChainLog) => (other: ChainLog) =>
  other.blockHash === log.blockHash && other.logIndex < log.logIndex;
