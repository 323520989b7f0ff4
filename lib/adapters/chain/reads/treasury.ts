import { encodeFunctionData } from "viem";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { type Address, type Hex, lowerHex } from "@/lib/core/chain/hex";
import { readContract, readValue } from "./read-contract";

/**
 * Whom the fees of a processor belong to, at the newest block.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readTreasuryOf(rpc: Rpc, processor: Address): Promise<Address> {
  const call = { address: processor, abi: paymentProcessorAbi } as const;
  return lowerHex(
    await readValue(readContract(rpc, { ...call, functionName: "treasury", args: [] })),
  );
}

/**
 * The call data with which the treasury of a processor takes fees.
 * @param amount smallest unit of the token; at most all but one unit of what is there is sent
 */
export function sweepFeesData(token: Address, amount: bigint): Hex {
  const call = { abi: paymentProcessorAbi, functionName: "sweepFees" } as const;
  return encodeFunctionData({ ...call, args: [token, amount] });
}
