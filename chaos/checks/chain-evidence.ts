import {
  decodeFunctionResult,
  encodeFunctionData,
  parseAbiItem,
  parseEventLogs,
  type RpcLog,
} from "viem";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { addressOf, type Chains } from "@/lib/adapters/chain/chains";
import { type Address, type Bytes32, type Hex, lowerHex } from "@/lib/core/hex";
import type { JsonRpc } from "@/scripts/services/json-rpc";
import { type ChainSettlement, settlementsIn } from "./chain-settlements";

/** What a registry said of a merchant. */
export interface RegistryLog {
  deploymentId: string;
  name: string;
  merchantId: bigint;
  /** Of `FeeUpdated`. */
  feeBps: number | null;
}

/** A token's `Transfer` log. */
export interface Transfer {
  token: Address;
  from: Address;
  to: Address;
  value: bigint;
}

export interface ChainTransaction {
  hash: Bytes32;
  from: Address;
  nonce: bigint;
  block: bigint;
}

/** What the true chain says, asked of it directly. */
export interface ChainEvidence {
  head: bigint;
  /** Unix seconds of the newest block. */
  time: bigint;
  settlements: ChainSettlement[];
  transfers: Transfer[];
  registryEvents: RegistryLog[];
  transactions: ChainTransaction[];
  /** Of the accounts that hold nothing of their own: what the tokens say they have. */
  balanceOf(token: Address, owner: Address): Promise<bigint>;
  isNonceUsed(token: Address, payer: Address, nonce: Bytes32): Promise<boolean>;
  transactionCount(address: Address): Promise<bigint>;
}

const transferEvent = parseAbiItem(
  "event Transfer(address indexed from, address indexed to, uint256 value)",
);

interface NodeBlock {
  timestamp: Hex;
  transactions: { hash: Hex; from: Hex; nonce: Hex; blockNumber: Hex }[];
}

/** Reads the whole chain. */
export async function readChainEvidence(request: JsonRpc, chains: Chains): Promise<ChainEvidence> {
  const head = BigInt(await request<Hex>("eth_blockNumber"));
  const transactions: ChainTransaction[] = [];
  let time = 0n;
  for (let number = 0n; number <= head; number += 1n) {
    const params = [`0x${number.toString(16)}`, true];
    const block = await request<NodeBlock>("eth_getBlockByNumber", params);
    time = BigInt(block.timestamp);
    for (const { hash, from, nonce } of block.transactions) {
      transactions.push({
        hash: lowerHex(hash),
        from: lowerHex(from),
        nonce: BigInt(nonce),
        block: number,
      });
    }
  }
  const logs = await request<RpcLog[]>("eth_getLogs", [{ fromBlock: "0x0", toBlock: "latest" }]);
  const call = async (to: Address, data: Hex) => request<Hex>("eth_call", [{ to, data }, "latest"]);
  return {
    head,
    time,
    transactions,
    settlements: chains.deployments.flatMap((deployment) => settlementsIn(logs, deployment)),
    transfers: transfersIn(logs),
    registryEvents: registryEventsIn(logs, chains),
    balanceOf: async (token, owner) => {
      const read = { abi: fiatTokenAbi, functionName: "balanceOf", args: [owner] } as const;
      const data = await call(token, encodeFunctionData(read));
      return decodeFunctionResult({ ...read, data });
    },
    isNonceUsed: async (token, payer, nonce) => {
      const read = {
        abi: fiatTokenAbi,
        functionName: "authorizationState",
        args: [payer, nonce],
      } as const;
      return decodeFunctionResult({ ...read, data: await call(token, encodeFunctionData(read)) });
    },
    transactionCount: async (address) =>
      BigInt(await request<Hex>("eth_getTransactionCount", [address, "latest"])),
  };
}

function registryEventsIn(logs: RpcLog[], { deployments }: Chains): RegistryLog[] {
  const byRegistry = new Map(
    deployments.map((deployment) => [addressOf(deployment, "registry"), deployment.id]),
  );
  const ours = logs.filter(({ address }) => byRegistry.has(lowerHex(address)));
  return parseEventLogs({ abi: merchantRegistryAbi, logs: ours }).flatMap((event) => {
    if (!("merchantId" in event.args)) return [];
    return {
      deploymentId: byRegistry.get(lowerHex(event.address)) ?? "",
      name: event.eventName,
      merchantId: event.args.merchantId,
      feeBps: event.eventName === "FeeUpdated" ? event.args.feeBps : null,
    };
  });
}

function transfersIn(logs: RpcLog[]): Transfer[] {
  return parseEventLogs({ abi: [transferEvent], logs }).map(({ address, args }) => ({
    token: lowerHex(address),
    from: lowerHex(args.from),
    to: lowerHex(args.to),
    value: args.value,
  }));
}
