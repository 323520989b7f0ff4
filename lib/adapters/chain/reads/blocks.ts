import { numberToHex } from "viem/utils";
import { z } from "zod";
import { type ChainLog, parseLog } from "@/lib/adapters/chain/events/parse-log";
import { ChainDoubt, isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { type Rpc, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { type Bytes32, type Hex, lowerHex } from "@/lib/core/chain/hex";

/** A block's header, and the hashes of its transactions. */
export interface Block {
  readonly number: bigint;
  readonly hash: Bytes32;
  readonly parentHash: Bytes32;
  readonly timestamp: Date;
  /** 256 bytes; some nodes answer zeroes instead of computing it. */
  readonly logsBloom: Hex;
  readonly transactionHashes: readonly Bytes32[];
}

/** What a mined transaction logged, in order, and its block. */
export interface TransactionLogs {
  readonly blockNumber: bigint;
  readonly blockHash: Bytes32;
  readonly logs: readonly ChainLog[];
}

const hexOf = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern)
    .transform((text) => lowerHex(text));
const bytes32 = hexOf(/^0x[0-9a-fA-F]{64}$/);
const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((text) => BigInt(text));
const seconds = quantity.transform(Number).pipe(z.number().int().max(8_640_000_000_000));

const blockAnswer = z
  .object({
    number: quantity,
    hash: bytes32,
    parentHash: bytes32,
    timestamp: seconds,
    logsBloom: hexOf(/^0x[0-9a-fA-F]{512}$/),
    transactions: z.array(bytes32),
  })
  .transform(({ transactions, timestamp, ...block }) => ({
    ...block,
    timestamp: new Date(timestamp * 1000),
    transactionHashes: transactions,
  }));

const receipt = { transactionHash: bytes32, blockHash: bytes32, logs: z.array(z.unknown()) };
const receiptsAnswer = z.array(z.object(receipt));
const receiptAnswer = z.object({ ...receipt, blockNumber: quantity }).nullable();

/**
 * What a node answers, in the shape that is expected.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function askNode<T>(
  rpc: Rpc,
  method: string,
  params: readonly unknown[],
  answer: z.ZodType<T>,
): Promise<T> {
  let given: unknown;
  try {
    given = await rpc.request({ method, params });
  } catch (error) {
    if (isChainTrouble(error)) throw error;
    throw new RpcUnavailable(`${method}: ${error instanceof Error ? error.message : error}`);
  }
  const parsed = answer.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ChainDoubt(`${method}: ${issue?.path.join(".")}: ${issue?.message}`);
}

/**
 * The newest block.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readHead(rpc: Rpc): Promise<Block> {
  return askNode(rpc, "eth_getBlockByNumber", ["latest", false], blockAnswer);
}

/**
 * The newest block that the chain itself calls finalised; null before there is one.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readFinalizedBlock(rpc: Rpc): Promise<Block | null> {
  return askNode(rpc, "eth_getBlockByNumber", ["finalized", false], blockAnswer.nullable());
}

/**
 * The newest block that the chain itself calls safe; null before there is one.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readSafeBlock(rpc: Rpc): Promise<Block | null> {
  return askNode(rpc, "eth_getBlockByNumber", ["safe", false], blockAnswer.nullable());
}

/**
 * The block at a height on the node's present chain; null when it has none.
 * @throws RpcError, RpcUnavailable
 * @throws ChainDoubt also when the answer is another block's
 */
export async function readBlock(rpc: Rpc, number: bigint): Promise<Block | null> {
  const params = [numberToHex(number), false];
  const block = await askNode(rpc, "eth_getBlockByNumber", params, blockAnswer.nullable());
  if (block && block.number !== number) {
    throw new ChainDoubt(`Block ${number} was asked for, ${block.number} came`);
  }
  return block;
}

/**
 * All logs of a block, from the receipts of all its transactions.
 * @throws RpcError, RpcUnavailable
 * @throws ChainDoubt also when a receipt is missing or of another block
 */
export async function readReceiptLogs(rpc: Rpc, block: Block): Promise<ChainLog[]> {
  const receipts = await askNode(rpc, "eth_getBlockReceipts", [block.hash], receiptsAnswer);
  const listed = new Set(receipts.map((receipt) => receipt.transactionHash));
  const complete = block.transactionHashes.every((hash) => listed.has(hash));
  if (!complete || receipts.some((receipt) => receipt.blockHash !== block.hash)) {
    throw new ChainDoubt(`The receipts of block ${block.number} are not those of its transactions`);
  }
  const logs = receipts.flatMap((receipt) => receipt.logs.map(parseLog));
  checkBlock(block, logs);
  return logs;
}

/**
 * What a transaction logged, by its receipt; null where the node has none on its present chain.
 * @throws RpcError, RpcUnavailable
 * @throws ChainDoubt also when the receipt is another one's
 */
export async function readTransactionLogs(
  rpc: Rpc,
  hash: Bytes32,
): Promise<TransactionLogs | null> {
  const found = await askNode(rpc, "eth_getTransactionReceipt", [hash], receiptAnswer);
  if (!found) return null;
  const { blockNumber, blockHash, transactionHash } = found;
  const logs = found.logs.map(parseLog);
  const isForeign = logs.some((log) => log.txHash !== hash || log.blockHash !== blockHash);
  if (transactionHash !== hash || isForeign) {
    throw new ChainDoubt(`The receipt of ${hash} is not its own`);
  }
  return { blockNumber, blockHash, logs };
}

/** @throws ChainDoubt a log is of another block */
export function checkBlock(block: Block, logs: readonly ChainLog[]): void {
  const foreign = logs.find(
    (log) => log.blockHash !== block.hash || log.blockNumber !== block.number,
  );
  if (foreign) {
    throw new ChainDoubt(`A log of ${foreign.blockHash} was given as one of block ${block.number}`);
  }
}
