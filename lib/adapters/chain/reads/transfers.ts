import { encodeFunctionData } from "viem";
import { isHex } from "viem/utils";
import { z } from "zod";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { type ChainLog, parseLog } from "@/lib/adapters/chain/events/parse-log";
import { type Rpc, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import {
  type Address,
  addressPattern,
  type Bytes32,
  bytes32Pattern,
  type Hex,
  lowerHex,
} from "@/lib/core/chain/hex";

/** keccak256 of `Transfer(address,address,uint256)` (ERC-20). */
export const transferTopic: Bytes32 =
  "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/** Tokens that moved, in the token's smallest unit. */
export interface Transfer {
  readonly token: Address;
  readonly from: Address;
  readonly to: Address;
  readonly amount: bigint;
  readonly logIndex: number;
}

/** A mined transaction, as far as it moved tokens. */
export interface MinedTransfers {
  readonly blockNumber: bigint;
  readonly blockHash: Bytes32;
  readonly succeeded: boolean;
  readonly transfers: readonly Transfer[];
  readonly logs: readonly ChainLog[];
}

/** Who signed a transaction, and with which nonce. */
export interface SentTransaction {
  readonly from: Address;
  readonly nonce: bigint;
}

const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,16}$/)
  .transform((text) => BigInt(text));
const bytes32 = z.string().regex(bytes32Pattern).transform(lowerHex);
const receiptAnswer = z
  .object({
    transactionHash: bytes32,
    blockNumber: quantity,
    blockHash: bytes32,
    status: z.enum(["0x0", "0x1"]),
    logs: z.array(z.unknown()),
  })
  .nullable();
const sentAnswer = z
  .object({
    hash: bytes32,
    from: z.string().regex(addressPattern).transform(lowerHex),
    nonce: quantity,
  })
  .nullable();

/**
 * What a transaction moved; null when the node has it in no block.
 * @throws RpcError
 * @throws RpcUnavailable also when the answer is malformed or of another transaction
 * @throws ChainDoubt a log is malformed
 */
export async function readTransfers(rpc: Rpc, hash: Bytes32): Promise<MinedTransfers | null> {
  const receipt = await ask(rpc, "eth_getTransactionReceipt", hash, receiptAnswer);
  if (!receipt) return null;
  checkSame(receipt.transactionHash, hash);
  const logs = receipt.logs.map(parseLog);
  return {
    blockNumber: receipt.blockNumber,
    blockHash: receipt.blockHash,
    succeeded: receipt.status === "0x1",
    transfers: logs.flatMap(transferOf),
    logs,
  };
}

/**
 * Who signed a transaction that the node knows, mined or not; null when it knows none.
 * @throws RpcError
 * @throws RpcUnavailable also when the answer is malformed or of another transaction
 */
export async function readSent(rpc: Rpc, hash: Bytes32): Promise<SentTransaction | null> {
  const sent = await ask(rpc, "eth_getTransactionByHash", hash, sentAnswer);
  if (!sent) return null;
  checkSame(sent.hash, hash);
  return { from: sent.from, nonce: sent.nonce };
}

/** The call data of `transfer` (ERC-20). */
export function transferData(to: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: fiatTokenAbi, functionName: "transfer", args: [to, amount] });
}

/** What a log says that moved; nothing where it is no transfer of an amount. */
export function transferOf({ address, topics, data, logIndex }: ChainLog): Transfer[] {
  const [topic, from, to] = topics;
  const isTransfer = topic === transferTopic && topics.length === 3 && data.length === 66;
  if (!isTransfer || !from || !to || !isHex(data)) return [];
  return [
    {
      token: address,
      from: wordAddress(from),
      to: wordAddress(to),
      amount: BigInt(data),
      logIndex,
    },
  ];
}

const wordAddress = (word: Bytes32): Address => `0x${word.slice(-40)}`;

function checkSame(answered: Bytes32, asked: Bytes32): void {
  if (answered !== asked) throw new RpcUnavailable("The answer is of another transaction");
}

async function ask<T>(rpc: Rpc, method: string, hash: Bytes32, answer: z.ZodType<T>): Promise<T> {
  const parsed = answer.safeParse(await rpc.request({ method, params: [hash] }));
  if (parsed.success) return parsed.data;
  throw new RpcUnavailable(`${method}: a malformed answer`);
}
