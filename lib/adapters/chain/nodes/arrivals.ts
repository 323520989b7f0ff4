import { numberToHex, pad, toEventSelector } from "viem";
import { getAbiItem } from "viem/utils";
import { z } from "zod";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { addressIn, type ChainLog, parseLog } from "@/lib/adapters/chain/events/parse-log";
import { type Rpc, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";

const transferTopic: Bytes32 = toEventSelector(getAbiItem({ abi: fiatTokenAbi, name: "Transfer" }));
const approvalTopic: Bytes32 = toEventSelector(getAbiItem({ abi: fiatTokenAbi, name: "Approval" }));

/** Whose charge may go through now. */
export interface Arrival {
  readonly payer: Address;
  readonly token: Address;
}

/** Where to look, and for whom. */
export interface ArrivalFilter {
  readonly from: bigint;
  readonly to: bigint;
  readonly tokens: readonly Address[];
  /** The contracts for which payers allow something. */
  readonly spenders: readonly Address[];
  readonly payers: readonly Address[];
}

/**
 * Who of the payers got tokens, or set what may be taken, in a range of blocks. It is a hint alone: what they have is read
 * before anything is charged.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readArrivals(rpc: Rpc, filter: ArrivalFilter): Promise<Arrival[]> {
  const payers = filter.payers.map((payer) => pad(payer));
  const spenders = filter.spenders.map((spender) => pad(spender));
  const [transfers, approvals] = await Promise.all([
    readLogs(rpc, filter, [[transferTopic], null, payers]),
    readLogs(rpc, filter, [[approvalTopic], payers, spenders]),
  ]);
  const arrivals = [
    ...transfers.map(({ address, topics }) => ({ payer: payerIn(topics[2]), token: address })),
    ...approvals.map(({ address, topics }) => ({ payer: payerIn(topics[1]), token: address })),
  ];
  const wanted = new Set(filter.payers);
  return arrivals.filter(({ payer, token }) => wanted.has(payer) && filter.tokens.includes(token));
}

const payerIn = (topic: Bytes32 | undefined) => addressIn(topic?.slice(2));

async function readLogs(
  rpc: Rpc,
  { from, to, tokens }: ArrivalFilter,
  topics: readonly (readonly Bytes32[] | null)[],
): Promise<ChainLog[]> {
  const query = { fromBlock: numberToHex(from), toBlock: numberToHex(to), address: tokens, topics };
  const given = await rpc.request({ method: "eth_getLogs", params: [query] });
  const parsed = z.array(z.unknown()).safeParse(given);
  if (!parsed.success) throw new RpcUnavailable("eth_getLogs: a malformed answer");
  return parsed.data.map(parseLog);
}
