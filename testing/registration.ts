import { encodeFunctionData, keccak256, toHex } from "viem";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import type { Address, Hex } from "@/lib/core/hex";

/** A call of `register` that names a merchant by the hash of its id. */
export function registration(merchant: {
  id: string;
  owner: Address;
  payout: Address;
  feeBps: number;
}): Hex {
  const { id, owner, payout, feeBps } = merchant;
  const hash = keccak256(toHex(id));
  const args = [hash, owner, payout, feeBps, hash] as const;
  return encodeFunctionData({ abi: merchantRegistryAbi, functionName: "register", args });
}
