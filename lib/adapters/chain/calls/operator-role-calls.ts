import { encodeFunctionData } from "viem";
import { merchantRegistryAbi as abi } from "@/lib/adapters/chain/abi/merchant-registry";
import { readContract, readValue } from "@/lib/adapters/chain/reads/read-contract";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { type Address, type Hex, lowerHex, zeroAddress } from "@/lib/core/chain/hex";

/** Who has a registry's operator role, and who may get it. */
export interface OperatorRole {
  readonly operator: Address;
  /** The cold account that may announce another operator. */
  readonly admin: Address;
  /** Whom the operator offers its role; null without an offer. */
  readonly pending: Address | null;
  /** Whom the admin announced; null without an announcement. */
  readonly announced: Address | null;
  /** Unix seconds: when the announced one may accept; 0 without an announcement. */
  readonly acceptableAt: bigint;
  /** Unix seconds: when the operator used its one veto; 0 while it has one. */
  readonly vetoedAt: bigint;
}

/**
 * Reads a registry's operator role at the newest block.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readOperatorRole(rpc: Rpc, registry: Address): Promise<OperatorRole> {
  const contract = { address: registry, abi, args: [] } as const;
  const [operator, admin, pending, announced, acceptableAt, vetoedAt] = await readValue(
    Promise.all([
      readContract(rpc, { ...contract, functionName: "operator" }),
      readContract(rpc, { ...contract, functionName: "admin" }),
      readContract(rpc, { ...contract, functionName: "pendingOperator" }),
      readContract(rpc, { ...contract, functionName: "announcedOperator" }),
      readContract(rpc, { ...contract, functionName: "announcedOperatorAcceptableAt" }),
      readContract(rpc, { ...contract, functionName: "operatorVetoedAt" }),
    ]),
  );
  const named = (account: Address) => (account === zeroAddress ? null : lowerHex(account));
  return {
    operator: lowerHex(operator),
    admin: lowerHex(admin),
    pending: named(pending),
    announced: named(announced),
    acceptableAt,
    vetoedAt,
  };
}

/** The call data of the registry's functions that hand the operator role over. */
export const operatorRoleData = {
  /** For the operator. */
  transfer: (to: Address): Hex =>
    encodeFunctionData({ abi, functionName: "transferOperator", args: [to] }),
  /** For the account that the operator offers its role. */
  accept: (): Hex => encodeFunctionData({ abi, functionName: "acceptOperator" }),
  /** For the admin. */
  announce: (to: Address): Hex =>
    encodeFunctionData({ abi, functionName: "announceOperator", args: [to] }),
  /** For the operator. */
  veto: (): Hex => encodeFunctionData({ abi, functionName: "vetoOperator" }),
  /** For the account that the admin announced. */
  acceptAnnounced: (): Hex => encodeFunctionData({ abi, functionName: "acceptAnnouncedOperator" }),
} as const;
