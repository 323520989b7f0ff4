import {
  decodeFunctionResult,
  encodeFunctionData,
  parseAbiItem,
  parseEventLogs,
  type RpcLog,
} from "viem";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { refundManagerAbi } from "@/lib/adapters/chain/abi/refund-manager";
import { addressOf, type Chains, type Deployment } from "@/lib/adapters/chain/chains";
import { type Address, addressTopic, type Bytes32, type Hex, lowerHex } from "@/lib/core/chain/hex";
import type { JsonRpc } from "@/scripts/run/services/json-rpc";
import { type ChainSettlement, settlementsIn } from "./chain-settlements";

/** What a registry said of a merchant. */
export interface RegistryLog {
  deploymentId: string;
  name: string;
  merchantId: bigint;
  /** Of its block, Unix seconds. */
  time: number;
  /** What it says of the fee; null where it is about something else. */
  fee: { feeBps: number; nextFeeBps: number | null; nextFeeAt: number | null } | null;
}

/** What a contract for refunds said that went back. */
export interface ChainRefund {
  deploymentId: string;
  paymentId: Bytes32;
  payer: Address;
  amount: bigint;
  refundRef: Bytes32;
  txHash: Bytes32;
  logIndex: number;
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
  refunds: ChainRefund[];
  transfers: Transfer[];
  registryEvents: RegistryLog[];
  /** What processors said of fees that left. */
  platformLogs: { deploymentId: string; block: bigint; logIndex: number }[];
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
  const times: number[] = [];
  for (let number = 0n; number <= head; number += 1n) {
    const params = [`0x${number.toString(16)}`, true];
    const block = await request<NodeBlock>("eth_getBlockByNumber", params);
    times.push(Number(block.timestamp));
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
    time: BigInt(times.at(-1) ?? 0),
    transactions,
    settlements: chains.deployments.flatMap((deployment) => settlementsIn(logs, deployment)),
    refunds: chains.deployments.flatMap((deployment) => refundsIn(logs, deployment)),
    transfers: transfersIn(logs),
    registryEvents: registryEventsIn(logs, chains, times),
    platformLogs: chains.deployments.flatMap((deployment) => platformLogsIn(logs, deployment)),
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

/** Many registries share the core: its logs name theirs first. */
const isFor = ({ topics }: RpcLog, deployment: Deployment) =>
  topics[1] === addressTopic(addressOf(deployment, "registry"));

function platformLogsIn(logs: RpcLog[], deployment: Deployment): ChainEvidence["platformLogs"] {
  const address = addressOf(deployment, "processor");
  const ours = logs.filter((log) => lowerHex(log.address) === address && isFor(log, deployment));
  return parseEventLogs({ abi: paymentProcessorAbi, logs: ours }).flatMap((event) =>
    event.eventName === "FeesSwept"
      ? [{ deploymentId: deployment.id, block: event.blockNumber, logIndex: event.logIndex }]
      : [],
  );
}

function registryEventsIn(
  logs: RpcLog[],
  { deployments }: Chains,
  times: readonly number[],
): RegistryLog[] {
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
      time: times[Number(event.blockNumber)] ?? 0,
      fee: feeIn(event),
    };
  });
}

function feeIn(
  event: ReturnType<typeof parseEventLogs<typeof merchantRegistryAbi>>[number],
): RegistryLog["fee"] {
  if (event.eventName === "FeeUpdated") {
    return { feeBps: event.args.feeBps, nextFeeBps: null, nextFeeAt: null };
  }
  if (event.eventName !== "FeeRaiseAnnounced") return null;
  const { feeBps, nextFeeBps, nextFeeAt } = event.args;
  return { feeBps, nextFeeBps, nextFeeAt };
}

function refundsIn(logs: RpcLog[], deployment: Deployment): ChainRefund[] {
  const contract = addressOf(deployment, "refunds");
  const ours = logs.filter((log) => lowerHex(log.address) === contract && isFor(log, deployment));
  return parseEventLogs({ abi: refundManagerAbi, eventName: "PaymentRefunded", logs: ours }).map(
    ({ args, transactionHash, logIndex }) => ({
      deploymentId: deployment.id,
      paymentId: lowerHex(args.paymentId),
      payer: lowerHex(args.payer),
      amount: args.amount,
      refundRef: lowerHex(args.refundRef),
      txHash: lowerHex(transactionHash),
      logIndex,
    }),
  );
}

function transfersIn(logs: RpcLog[]): Transfer[] {
  return parseEventLogs({ abi: [transferEvent], logs }).map(({ address, args }) => ({
    token: lowerHex(address),
    from: lowerHex(args.from),
    to: lowerHex(args.to),
    value: args.value,
  }));
}
