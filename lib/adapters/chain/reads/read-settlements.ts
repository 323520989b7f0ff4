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
import { type Address, addressTopic, type Bytes32 } from "@/lib/core/chain/hex";

/** Which settlements are looked for. The processor indexes registry and ref, so that nodes find them. */
export interface SettlementsOf {
  readonly processor: Address;
  readonly registry: Address;
  /** The merchant's id in the registry. */
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
  { processor: address, registry, merchantId, ref, from }: SettlementsOf,
): Promise<PaymentSettled[]> {
  const own = addressTopic(registry);
  const range = { fromBlock: numberToHex(from), toBlock: "latest" };
  const settled = await readLogs(rpc, {
    address,
    topics: [paymentSettledTopic, own, null, ref],
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
    topics: [paymentsRoutedTopic, own],
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
    .filter((log) => log.address === address && isFor(log, topics))
    .sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
}

const isBefore = (log: ChainLog) => (other: ChainLog) =>
  other.blockHash === log.blockHash && other.logIndex < log.logIndex;

const isFor = (log: ChainLog, topics: LogQuery["topics"]) =>
  topics.every((topic, at) => topic === null || log.topics[at] === topic);
