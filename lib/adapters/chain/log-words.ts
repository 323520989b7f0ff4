import type { Address } from "@/lib/core/hex";
import { ChainDoubt } from "./chain-trouble";
import type { ChainLog } from "./parse-log";

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
