import type { Address, Hex } from "@/lib/core/chain/hex";

/** By hand, since pages encode them without a library: the selector and 32 bytes for each argument. */
const encode = (selector: Hex, ...words: readonly (Address | bigint)[]): Hex =>
  `${selector}${words.map(word).join("")}` as Hex;

const word = (value: Address | bigint): string =>
  (typeof value === "bigint" ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, "0");

/** `transfer(address,uint256)` of ERC-20: how money comes into a treasury. @param amount smallest unit */
export const transferData = (to: Address, amount: bigint): Hex => encode("0xa9059cbb", to, amount);

/** `withdraw(address,address,uint256)` of a treasury, which its owner alone can call. @param amount smallest unit */
export const withdrawData = (token: Address, to: Address, amount: bigint): Hex =>
  encode("0xd9caed12", token, to, amount);
