import { getAddress, keccak256, stringToBytes } from "viem/utils";

/** `0x` and 40 lowercase hex characters. EIP-55 capitals appear on output only. */
export type Address = `0x${string}`;
/** `0x` and 64 lowercase hex characters. */
export type Bytes32 = `0x${string}`;
/** `0x` and an even number of lowercase hex characters. */
export type Hex = `0x${string}`;

export const addressPattern = /^0x[0-9a-fA-F]{40}$/;
export const bytes32Pattern = /^0x[0-9a-fA-F]{64}$/;
export const zeroAddress: Address = `0x${"0".repeat(40)}`;
export const zeroBytes32: Bytes32 = `0x${"0".repeat(64)}`;

/** The form in which hex values are stored and compared. */
export function lowerHex(value: string): Hex {
  return value.toLowerCase() as Hex;
}

/** Hex that was typed or pasted, in that form: without spaces around it, and with `0x` for `0X`. */
export function plainHex(text: string): Hex {
  return lowerHex(text.trim());
}

/** Hex as bytes, which take half the room in the database. */
export function bytesOf(hex: Hex): Buffer {
  return Buffer.from(hex.slice(2), "hex");
}

/** Stored bytes as hex. */
export function hexOf(bytes: Buffer): Hex {
  return `0x${bytes.toString("hex")}`;
}

/** The address with the checksum capitals of EIP-55. */
export function checksumAddress(address: string): Address {
  return getAddress(address);
}

/** An address as the topic of a log has it: 32 bytes. */
export function addressTopic(address: Address): Bytes32 {
  return `0x${address.slice(2).padStart(64, "0")}`;
}

/** More than the indexer reads at once. */
const RECENT_REFS = 8_000;
/** A session's ref is asked for several times while it is opened or paid, and takes longer than a look here. */
const recentRefs = new Map<string, Bytes32>();

/** The on-chain reference of a session or plan: keccak256 of its id's UTF-8 bytes. */
export function refOf(id: string): Bytes32 {
  const recent = recentRefs.get(id);
  if (recent) return recent;
  const ref = keccak256(stringToBytes(id));
  if (recentRefs.size >= RECENT_REFS) recentRefs.clear();
  recentRefs.set(id, ref);
  return ref;
}
