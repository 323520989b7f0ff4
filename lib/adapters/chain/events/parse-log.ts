import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import {
  type Address,
  addressPattern,
  type Bytes32,
  bytes32Pattern,
  type Hex,
  lowerHex,
} from "@/lib/core/chain/hex";

/** A log of a mined transaction. */
export interface ChainLog {
  readonly blockNumber: bigint;
  readonly blockHash: Bytes32;
  readonly txHash: Bytes32;
  readonly logIndex: number;
  readonly address: Address;
  readonly topics: readonly Bytes32[];
  readonly data: Hex;
}

const quantityPattern = /^0x[0-9a-fA-F]{1,16}$/;
const dataPattern = /^0x(?:[0-9a-fA-F]{2})*$/;
const MAX_TOPICS = 4;
const MAX_INT4 = 2 ** 31 - 1;

/**
 * Reads a log as nodes send it. By hand and not by schema, since there are thousands in an answer.
 * @throws ChainDoubt a field is missing or of another shape; also a log that is not mined
 */
export function parseLog(given: unknown): ChainLog {
  if (typeof given !== "object" || given === null) throw malformed("log");
  const { blockNumber, blockHash, transactionHash, logIndex, address, topics, data } =
    given as Record<string, unknown>;
  if (!Array.isArray(topics) || topics.length > MAX_TOPICS) throw malformed("topics");
  const index = Number(hex("logIndex", logIndex, quantityPattern));
  if (index > MAX_INT4) throw malformed("logIndex");
  return {
    blockNumber: BigInt(hex("blockNumber", blockNumber, quantityPattern)),
    blockHash: hex("blockHash", blockHash, bytes32Pattern),
    txHash: hex("transactionHash", transactionHash, bytes32Pattern),
    logIndex: index,
    address: hex("address", address, addressPattern),
    topics: topics.map((topic) => hex("topics", topic, bytes32Pattern)),
    data: hex("data", data, dataPattern),
  };
}

function hex(field: string, value: unknown, pattern: RegExp): Hex {
  if (typeof value !== "string" || !pattern.test(value)) throw malformed(field);
  return lowerHex(value);
}

function malformed(field: string): ChainDoubt {
  return new ChainDoubt(`A log's ${field} is malformed`);
}

const WORD = 64;
/** Leading zeros of an address in a word. */
const PADDING = "0".repeat(24);

/**
 * The words of a log's data (ABI encoding of static values: one word each), without `0x`.
 * @throws ChainDoubt there are more or fewer
 */
export function wordsOf({ data, blockNumber, logIndex }: ChainLog, count: number): string[] {
  if (data.length !== 2 + count * WORD) {
    throw new ChainDoubt(`Log ${logIndex} of block ${blockNumber} has not ${count} words`);
  }
  return Array.from({ length: count }, (_, at) => data.slice(2 + at * WORD, 2 + (at + 1) * WORD));
}

/** @throws ChainDoubt the word is more than an address */
export function addressIn(word = ""): Address {
  if (!word.startsWith(PADDING)) throw new ChainDoubt(`${word} is no address`);
  return `0x${word.slice(PADDING.length)}`;
}

/** An unsigned number. */
export function numberIn(word = ""): bigint {
  return BigInt(`0x${word}`);
}
