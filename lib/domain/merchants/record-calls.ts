import { encodeFunctionData } from "viem";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { contractOf, deploymentById } from "@/lib/adapters/chain/chains";
import type { Address, Hex } from "@/lib/core/chain/hex";
import type { Context } from "@/lib/domain/platform/context";

/** A transaction that a wallet of the merchant sends. */
interface WalletCall {
  readonly chainId: number;
  readonly to: Address;
  readonly data: Hex;
  readonly value: "0";
  /** Whose call alone the registry takes. */
  readonly from: Address;
  readonly summary: string;
}

/** A merchant's record in a registry. */
export interface RecordPlace {
  readonly deploymentId: string;
  readonly chainMerchantId: bigint;
}

/** The calls by which wallets change a merchant's record. */
export function recordCalls(
  { chains }: Pick<Context, "chains">,
  { deploymentId, chainMerchantId: id }: RecordPlace,
) {
  const deployment = deploymentById(chains, deploymentId);
  const { address: to } = contractOf(deployment, "registry");
  const abi = merchantRegistryAbi;
  const call = (from: Address, data: Hex, summary: string): WalletCall => {
    return { chainId: deployment.chainId, to, data, value: "0", from, summary };
  };
  return {
    setPayout: (owner: Address, payout: Address) =>
      call(
        owner,
        encodeFunctionData({ abi, functionName: "setPayout", args: [id, payout] }),
        "Send future payments to another wallet",
      ),
    transferOwnership: (owner: Address, newOwner: Address) =>
      call(
        owner,
        encodeFunctionData({ abi, functionName: "transferOwnership", args: [id, newOwner] }),
        "Name the next owner of the record",
      ),
    acceptOwnership: (newOwner: Address) =>
      call(
        newOwner,
        encodeFunctionData({ abi, functionName: "acceptOwnership", args: [id] }),
        "Accept ownership of the record",
      ),
    cancelOwnershipTransfer: (owner: Address) =>
      call(
        owner,
        encodeFunctionData({ abi, functionName: "cancelOwnershipTransfer", args: [id] }),
        "Cancel the ownership transfer",
      ),
  };
}
