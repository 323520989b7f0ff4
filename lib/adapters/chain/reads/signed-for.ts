import { parseAbi } from "viem";
import { isSignedBy } from "@/lib/adapters/chain/calls/signatures";
import { type Rpc, RpcError } from "@/lib/adapters/chain/rpc/rpc";
import type { Address, Bytes32, Hex } from "@/lib/core/chain/hex";
import { readContract, readValue } from "./read-contract";
import { hasCode } from "./tokens";

const abi = parseAbi([
  "function isValidSignature(bytes32 digest, bytes signature) view returns (bytes4)",
]);
/** What a contract answers to a signature that it takes as its own (ERC-1271). */
const accepted = "0x1626ba7e";

/**
 * Whether an account signed a digest: with its own key, or as its code says on the chain (ERC-1271).
 * @throws RpcUnavailable, ChainDoubt
 */
export async function isSignedFor(
  rpc: Rpc,
  account: Address,
  digest: Bytes32,
  signature: Hex,
): Promise<boolean> {
  if (await isSignedBy(account, digest, signature)) return true;
  if (!(await hasCode(rpc, account))) return false;
  const args = [digest, signature] as const;
  try {
    const call = { address: account, abi, functionName: "isValidSignature", args } as const;
    return (await readValue(readContract(rpc, call))) === accepted;
  } catch (error) {
    // It reverted: it takes no such signature.
    if (error instanceof RpcError) return false;
    throw error;
  }
}
