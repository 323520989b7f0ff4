import { concat, encodeAbiParameters, getAddress, keccak256 } from "viem/utils";
import { type Address, type Hex, lowerHex } from "@/lib/core/chain/hex";

/** Whose treasury it is, and what it is a clone of. */
export interface TreasuryPlace {
  /** The deployed AgentTreasury, which makes the clones. */
  readonly implementation: Address;
  readonly registry: Address;
  /** The merchant's number in the registry. */
  readonly merchantId: bigint;
}

/** Copies what follows the first ten bytes to the chain, and runs as a proxy of the implementation (EIP-1167). */
const creation: Hex = "0x3d81600a3d39f3363d3d373d3d3d363d73";
const afterImplementation: Hex = "0x5af43d82803e903d91602b57fd5bf3";
/** A clone's bytes on the chain before its immutable arguments. */
const CLONE_BYTES = 45;

/**
 * Where a merchant's treasury is, or will be, on every chain (CREATE2, EIP-1014): registry and merchant are the salt and the
 * end of its code. In EIP-55; equal to `treasuryOf` of the implementation.
 */
export function treasuryAddress({ implementation, registry, merchantId }: TreasuryPlace): Address {
  const args = encodeAbiParameters(
    [{ type: "address" }, { type: "uint256" }],
    [registry, merchantId],
  );
  const length = (CLONE_BYTES + (args.length - 2) / 2).toString(16).padStart(4, "0");
  const code = concat([
    `0x61${length}`,
    creation,
    lowerHex(implementation),
    afterImplementation,
    args,
  ]);
  const digest = keccak256(
    concat(["0xff", lowerHex(implementation), keccak256(args), keccak256(code)]),
  );
  return getAddress(`0x${digest.slice(-40)}`);
}
