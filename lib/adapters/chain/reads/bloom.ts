import { hexToBytes, keccak256 } from "viem/utils";
import type { ChainLog } from "@/lib/adapters/chain/events/parse-log";
import type { Address, Bytes32, Hex } from "@/lib/core/chain/hex";
import { type LogFilter, partsOf } from "./log-filter";

const BYTES = 256;
const BITS = BYTES * 8;

/** A filter of 2048 bits over the addresses and topics of a block's logs (Yellow Paper §4.3.1). */
type Bloom = Uint8Array;

const bitsByValue = new Map<Hex, readonly number[]>();

/** The three bits that an address or topic sets: from each of the first three byte pairs of its hash. */
function bitsOf(value: Address | Bytes32): readonly number[] {
  const known = bitsByValue.get(value);
  if (known) return known;
  const hash = keccak256(hexToBytes(value), "bytes");
  const bits = [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) % BITS);
  if (bitsByValue.size > 10_000) bitsByValue.clear();
  bitsByValue.set(value, bits);
  return bits;
}

/** The bloom of a header. */
export function readBloom(logsBloom: Hex): Bloom {
  return hexToBytes(logsBloom);
}

/** The bloom that a block with these logs must have. */
export function bloomOf(logs: readonly ChainLog[]): Bloom {
  const bloom = new Uint8Array(BYTES);
  for (const value of logs.flatMap((log) => [log.address, ...log.topics])) {
    for (const bit of bitsOf(value)) {
      const at = BYTES - 1 - (bit >> 3);
      bloom[at] = (bloom[at] ?? 0) | (1 << (bit & 7));
    }
  }
  return bloom;
}

/** Whether a bloom says nothing: also what nodes answer that do not compute it. */
export function isEmptyBloom(bloom: Bloom): boolean {
  return bloom.every((byte) => byte === 0);
}

function has(bloom: Bloom, value: Address | Bytes32): boolean {
  return bitsOf(value).every(
    (bit) => ((bloom[BYTES - 1 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0,
  );
}

/** Whether a block with this bloom may hold a wanted log. False is certain, true may be chance. */
export function mayHold(bloom: Bloom, filter: LogFilter): boolean {
  return partsOf(filter).some(
    ({ addresses, topics, indexed = [] }) =>
      topics.some((topic) => has(bloom, topic)) &&
      (addresses === "any" || addresses.some((one) => has(bloom, one))) &&
      indexed.every((word) => word === null || [word].flat().some((one) => has(bloom, one))),
  );
}
