import { type Address, concat, formatEther, type Hex, hexToBytes, keccak256, size } from "viem";
import {
  type CoreKind,
  coreAddress,
  coreArtifacts,
  coreInitCode,
  DEPLOYMENT_PROXY,
} from "@/lib/adapters/chain/core-addresses";
import { readArtifact } from "./artifact";
import type { Deployer } from "./deployer";

/** What a creation costs besides its code: the transaction, CREATE2, and what the proxy and the constructor do. */
const CREATION_GAS = 21_000n + 32_000n + 30_000n;
const STORED_BYTE_GAS = 200n;
const ZERO_BYTE_GAS = 4n;
const OTHER_BYTE_GAS = 16n;

/** A contract of the core, and whether a chain has it. */
export interface CorePart {
  kind: CoreKind;
  address: Address;
  isThere: boolean;
  /** About what its creation takes. */
  gas: bigint;
}

/** Looks which contracts of the core a chain has. */
export async function planCore(
  { client }: Pick<Deployer, "client">,
  kinds: readonly CoreKind[],
  salt: Hex,
): Promise<CorePart[]> {
  const parts: CorePart[] = [];
  for (const kind of kinds) {
    const address = coreAddress(kind, salt);
    const code = await client.getCode({ address });
    parts.push({ kind, address, isThere: code !== undefined, gas: creationGas(kind, salt) });
  }
  return parts;
}

/** Says where the core is or will be, and about what its creation costs in the chain's own currency. */
export async function describePlan(
  { client }: Pick<Deployer, "client">,
  parts: readonly CorePart[],
): Promise<string[]> {
  const missing = parts.filter(({ isThere }) => !isThere);
  const gas = missing.reduce((sum, part) => sum + part.gas, 0n);
  const price = await client.getGasPrice();
  const lines = parts.map(
    ({ kind, address, isThere }) =>
      `${kind.padEnd(14)} ${address} ${isThere ? "is there" : "will be created"}`,
  );
  if (missing.length === 0) return lines;
  return [...lines, `The core takes about ${gas} gas, now ${formatEther(gas * price)} of its coin`];
}

/**
 * Creates the contracts of the core that a chain has not.
 * @throws Error the chain has no deterministic deployment proxy, or a creation left nothing
 */
export async function createMissing(
  deployer: Deployer,
  parts: readonly CorePart[],
  salt: Hex,
): Promise<void> {
  const missing = parts.filter(({ isThere }) => !isThere);
  if (missing.length === 0) return;
  if (!(await deployer.client.getCode({ address: DEPLOYMENT_PROXY }))) {
    throw new Error(`The chain has no deterministic deployment proxy at ${DEPLOYMENT_PROXY}`);
  }
  for (const { kind, address } of missing) {
    const data = concat([salt, coreInitCode(kind, salt)]);
    const hash = await deployer.client.sendTransaction({ chain: null, to: DEPLOYMENT_PROXY, data });
    await deployer.settle(hash);
    const code = await deployer.client.getCode({ address });
    if (!code) throw new Error(`Transaction ${hash} left no ${kind} at ${address}`);
  }
}

/** The hash of the code at an address. */
export async function codeHashAt({ client }: Deployer, address: Address): Promise<Hex> {
  const code = await client.getCode({ address });
  if (!code) throw new Error(`The chain has no contract at ${address}`);
  return keccak256(code);
}

function creationGas(kind: CoreKind, salt: Hex): bigint {
  const { deployedBytecode } = readArtifact(coreArtifacts[kind]);
  const calldata = hexToBytes(concat([salt, coreInitCode(kind, salt)]));
  const zeros = BigInt(calldata.filter((byte) => byte === 0).length);
  const others = BigInt(calldata.length) - zeros;
  const stored = BigInt(size(deployedBytecode));
  return CREATION_GAS + zeros * ZERO_BYTE_GAS + others * OTHER_BYTE_GAS + stored * STORED_BYTE_GAS;
}
