import { refundManagerAbi } from "@/lib/adapters/chain/abi/refund-manager";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import type { BlockName } from "@/lib/adapters/chain/rpc/rpc";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { isChargeProof, type RefundProof, refundingKind } from "./charge-proof";
import { readContract, readValue } from "./read-contract";

/**
 * Whether a merchant has refunded something with a reference: the contract takes each once.
 * @throws RpcError also where the node has forgotten the block's state
 * @throws RpcUnavailable, ChainDoubt
 */
export function isRefundRefUsed(
  deployment: Deployment,
  { proof, refundRef }: { readonly proof: RefundProof; readonly refundRef: Bytes32 },
  block: BlockName,
): Promise<boolean> {
  const { merchantId } = isChargeProof(proof) ? proof.terms : proof;
  // Both contracts have the function.
  const call = {
    address: addressOf(deployment, refundingKind(proof)),
    abi: refundManagerAbi,
    functionName: "refundRefUsed",
    args: [addressOf(deployment, "registry"), merchantId, refundRef],
    block,
  } as const;
  return readValue(readContract(deployment.chain.rpc, call));
}
