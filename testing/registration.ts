import { encodeFunctionData, keccak256, toHex } from "viem";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { merchantRegistryV2Abi } from "@/lib/adapters/chain/abi/merchant-registry-v2";
import type { Address, Hex } from "@/lib/core/hex";

/** A call of `register` that names a merchant by the hash of its id. */
export function registration(
  version: number,
  merchant: { id: string; owner: Address; payout: Address; feeBps: number; metadataHash?: Hex },
): Hex {
  const { id, owner, payout, feeBps } = merchant;
  const hash = keccak256(toHex(id));
  const args = [owner, payout, feeBps, merchant.metadataHash ?? hash] as const;
  return version === 1
    ? encodeFunctionData({ abi: merchantRegistryAbi, functionName: "register", args })
    : encodeFunctionData({
        abi: merchantRegistryV2Abi,
        functionName: "register",
        args: [hash, ...args],
      });
}
