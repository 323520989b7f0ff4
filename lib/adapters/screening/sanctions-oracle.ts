import { parseAbi } from "viem";
import { readContract } from "@/lib/adapters/chain/read-contract";
import type { Rpc } from "@/lib/adapters/chain/rpc";
import type { Address } from "@/lib/core/hex";

const oracleAbi = parseAbi(["function isSanctioned(address addr) view returns (bool)"]);

/**
 * Whether Chainalysis' on-chain sanctions list names an address. It lags behind designations, so it is
 * one list of several.
 * @throws RpcError, RpcUnavailable
 */
export function isSanctioned(rpc: Rpc, oracle: Address, address: Address): Promise<boolean> {
  return readContract(rpc, {
    address: oracle,
    abi: oracleAbi,
    functionName: "isSanctioned",
    args: [address],
  });
}
