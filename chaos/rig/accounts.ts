import { keccak256, toHex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { type Address, type Hex, lowerHex } from "@/lib/core/chain/hex";

/** A key pair, the same in each run. */
export interface Account {
  address: Address;
  privateKey: Hex;
  /** The address is a contract's that accepts what the key signs (ERC-1271). */
  hasCode?: boolean;
}

export function account(name: string): Account {
  const privateKey = keccak256(toHex(`stipend chaos ${name}`));
  return { privateKey, address: lowerHex(privateKeyToAddress(privateKey)) };
}

export function accounts(role: string, count: number): Account[] {
  return Array.from({ length: count }, (_, index) => account(`${role} ${index}`));
}

/** The id of the chain on which most is paid, and of a second one, which loses a final block. */
export const chainIds = { first: 31337, second: 31338 } as const;
