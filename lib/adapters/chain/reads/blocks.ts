import { numberToHex } from "viem/utils";
import { z } from "zod";
import { type ChainLog, parseLog } from "@/lib/adapters/chain/events/parse-log";
import { ChainDoubt, isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { type Rpc, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { type Address, type Bytes32, type Hex, lowerHex } from "@/lib/core/chain/hex";

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

/** The logs that are wanted: from one of the addresses, with one of the first topics. */
export interface LogFilter {
  /** `any` where only a log itself tells whether its emitter is ours. */
  readonly addresses: readonly Address[] | "any";
  readonly topics: readonly Bytes32[];
  /** The topics after the first one, where they matter: this one, one of several, or null for any. */
  readonly indexed?: readonly (Bytes32 | readonly Bytes32[] | null)[];
  /** Logs that are wanted besides; they are asked for by themselves. */
  readonly besides?: LogFilter;
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

async function ask<T>(
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
  return ask(rpc, "eth_getBlockByNumber", ["latest", false], blockAnswer);
}

/**
 * The newest block that the chain itself calls finalised; null before there is one.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readFinalizedBlock(rpc: Rpc): Promise<Block | null> {
  return ask(rpc, "eth_getBlockByNumber", ["finalized", false], blockAnswer.nullable());
}

/**
 * The newest block that the chain itself calls safe; null before there is one.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readSafeBlock(rpc: Rpc): Promise<Block | null> {
  return ask(rpc, "eth_getBlockByNumber", ["safe", false], blockAnswer.nullable());
}

/**
 * The block at a height on the node's present chain; null when it has none.
 * @throws RpcError, RpcUnavailable
 * @throws ChainDoubt also when the answer is another block's
 */
export async function readBlock(rpc: Rpc, number: bigint): Promise<Block | null> {
  const params = [numberToHex(number), false];
  const block = await ask(rpc, "eth_getBlockByNumber", params, blockAnswer.nullable());
  if (block && block.number !== number) {
    throw new ChainDoubt(`Block ${number} was asked for, ${block.number} came`);
  }
  return block;
}

/**
 * The wanted logs of one block, by its hash (EIP-234): a block that was orphaned in the meantime
 * gives an error, not another block's logs. Some nodes answer an empty list instead.
 * @throws RpcError, RpcUnavailable
 * @throws ChainDoubt also when a log is of another block
 */
export async function readLogsOfBlock(
  rpc: Rpc,
  block: Block,
  filter: LogFilter,
): Promise<ChainLog[]> {
  const logs = await readLogs(rpc, { blockHash: block.hash }, filter);
  checkBlock(block, logs);
  return logs;
}

/**
 * The wanted logs of a range of heights, both ends included, in the chain's order.
 * @throws RpcError many providers limit the range or the number of results
 * @throws RpcUnavailable, ChainDoubt
 */
export async function readLogsOfRange(
  rpc: Rpc,
  { from, to }: { from: bigint; to: bigint },
  filter: LogFilter,
): Promise<ChainLog[]> {
  const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) };
  const logs = await readLogs(rpc, range, filter);
  if (logs.some(({ blockNumber }) => blockNumber < from || blockNumber > to)) {
    throw new ChainDoubt(`A log from outside ${from} to ${to}`);
  }
  return logs;
}

/**
 * All logs of a block, from the receipts of all its transactions.
 * @throws RpcError, RpcUnavailable
 * @throws ChainDoubt also when a receipt is missing or of another block
 */
export async function readReceiptLogs(rpc: Rpc, block: Block): Promise<ChainLog[]> {
  const receipts = await ask(rpc, "eth_getBlockReceipts", [block.hash], receiptsAnswer);
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
  const found = await ask(rpc, "eth_getTransactionReceipt", [hash], receiptAnswer);
  if (!found) return null;
  const { blockNumber, blockHash, transactionHash } = found;
  const logs = found.logs.map(parseLog);
  const isForeign = logs.some((log) => log.txHash !== hash || log.blockHash !== blockHash);
  if (transactionHash !== hash || isForeign) {
    throw new ChainDoubt(`The receipt of ${hash} is not its own`);
  }
  return { blockNumber, blockHash, logs };
}

/** Whether a log is one of those that are wanted. */
export function isWanted(log: ChainLog, filter: LogFilter): boolean {
  return partsOf(filter).some((part) => fits(log, part));
}

/** What is asked for by itself; a part without addresses or topics would give every contract's logs, or all of its own. */
export function partsOf({ besides, ...filter }: LogFilter): LogFilter[] {
  return [filter, ...(besides ? partsOf(besides) : [])].filter(
    ({ addresses, topics }) => addresses.length > 0 && topics.length > 0,
  );
}

function fits(log: ChainLog, { addresses, topics, indexed = [] }: LogFilter): boolean {
  const [topic, ...further] = log.topics;
  if (topic === undefined || !topics.includes(topic)) return false;
  return (
    (addresses === "any" || addresses.includes(log.address)) &&
    indexed.every((word, at) => {
      const given = further[at];
      if (word === null) return true;
      return typeof word === "string"
        ? given === word
        : given !== undefined && word.includes(given);
    })
  );
}

async function readLogs(
  rpc: Rpc,
  place: Record<string, string>,
  filter: LogFilter,
): Promise<ChainLog[]> {
  const given = await Promise.all(
    partsOf(filter).map(({ addresses, topics, indexed = [] }) => {
      const from = addresses === "any" ? {} : { address: addresses };
      const query = { ...place, ...from, topics: [topics, ...indexed] };
      return ask(rpc, "eth_getLogs", [query], z.array(z.unknown()));
    }),
  );
  return given
    .flat()
    .map(parseLog)
    .filter((log) => isWanted(log, filter))
    .sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
}

function checkBlock(block: Block, logs: readonly ChainLog[]): void {
  const foreign = logs.find(
    (log) => log.blockHash !== block.hash || log.blockNumber !== block.number,
  );
  if (foreign) {
    throw new ChainDoubt(`A log of ${foreign.blockHash} was given as one of block ${block.number}`);
  }
}
