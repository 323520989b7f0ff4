import { refundManagerAbi } from "@/lib/adapters/chain/abi/refund-manager";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import type { BlockName } from "@/lib/adapters/chain/rpc/rpc";
import type { ContractKind } from "@/lib/core/chain/contract-kinds";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { readContract, readValue } from "./read-contract";

interface RefundRef {
  /** The contract that is given it. */
  readonly kind: Extract<ContractKind, "refunds" | "chargeRefunds">;
  /** The merchant's id on the chain. */
  readonly merchantId: bigint;
  readonly refundRef: Bytes32;
}

/**
 * Whether a merchant has refunded something with a reference: the contract takes each once.
 * @throws RpcError also where the node has forgotten the block's state
 * @throws RpcUnavailable, ChainDoubt
 */
export function isRefundRefUsed(
  deployment: Deployment,
  { kind, merchantId, refundRef }: RefundRef,
  block: BlockName,
): Promise<boolean> {
  // Both contracts have the function.
  const call = {
    address: addressOf(deployment, kind),
    abi: refundManagerAbi,
    functionName: "refundRefUsed",
    args: [addressOf(deployment, "registry"), merchantId, refundRef],
    block,
  } as const;
  return readValue(readContract(deployment.chain.rpc, call));
}
