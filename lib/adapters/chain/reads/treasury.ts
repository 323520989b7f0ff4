import { encodeFunctionData } from "viem";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { type Address, type Hex, lowerHex } from "@/lib/core/chain/hex";
import { readContract, readValue } from "./read-contract";

/**
 * Whom a registry names for its fees, at the newest block.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readTreasuryOf(rpc: Rpc, registry: Address): Promise<Address> {
  const call = { address: registry, abi: merchantRegistryAbi } as const;
  return lowerHex(
    await readValue(readContract(rpc, { ...call, functionName: "treasury", args: [] })),
  );
}

/** The call data with which anyone sends a registry's fees, all but one unit, to its treasury. */
export function sweepFeesData(registry: Address, token: Address): Hex {
  const call = { abi: paymentProcessorAbi, functionName: "sweepFees" } as const;
  return encodeFunctionData({ ...call, args: [registry, token] });
}

/**
 * What has accrued of a registry's fees in a token and was not swept, smallest unit.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export function accruedOf(
  rpc: Rpc,
  { core, registry, token }: { core: Address; registry: Address; token: Address },
  block: bigint,
): Promise<bigint> {
  const call = { address: core, abi: paymentProcessorAbi, block } as const;
  return readValue(
    readContract(rpc, { ...call, functionName: "accrued", args: [registry, token] }),
  );
}
