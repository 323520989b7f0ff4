import { readFileSync } from "node:fs";
import { join } from "node:path";
import { concat, getAddress, keccak256, padHex } from "viem/utils";
import type { ContractKind } from "@/lib/core/chain/contract-kinds";
import { type Address, type Hex, lowerHex } from "@/lib/core/chain/hex";
import type { DeploymentFile } from "./deployment";

/**
 * The deterministic deployment proxy (github.com/Arachnid/deterministic-deployment-proxy), at the same address on
 * every chain: it creates by CREATE2 what it is sent as a salt of 32 bytes and init code.
 */
export const DEPLOYMENT_PROXY: Address = "0x4e59b44847b379578588920cA78FbF26c0B4956C";

/** The contracts that belong to no installation, those that others use first. */
export const coreKinds = [
  "processor",
  "refunds",
  "subscriptions",
  "chargeRefunds",
  "escrow",
  "agentTreasury",
] as const;
export type CoreKind = (typeof coreKinds)[number];

export function isCoreKind(kind: ContractKind): kind is CoreKind {
  return coreKinds.some((one) => one === kind);
}

/** Their names in contracts/artifacts. */
export const coreArtifacts: Record<CoreKind, string> = {
  processor: "payment-processor",
  refunds: "refund-manager",
  subscriptions: "subscription-manager",
  chargeRefunds: "charge-refund-manager",
  escrow: "job-escrow",
  agentTreasury: "agent-treasury",
};

/** Creation code as it is committed. Imported, each of the app's route files would carry it. */
function readCreationCode(kind: CoreKind): Hex {
  const path = join(process.cwd(), "contracts/artifacts", `${coreArtifacts[kind]}.json`);
  return (JSON.parse(readFileSync(path, "utf8")) as { bytecode: Hex }).bytecode;
}

/** The contract that a constructor is given; the others are given nothing. */
const bases: Partial<Record<CoreKind, CoreKind>> = {
  refunds: "processor",
  chargeRefunds: "subscriptions",
  agentTreasury: "escrow",
};

/** Creation code with encoded constructor arguments, which are addresses of other core contracts at most. */
export function coreInitCode(kind: CoreKind, salt: Hex): Hex {
  const bytecode = readCreationCode(kind);
  const base = bases[kind];
  return base ? concat([bytecode, padHex(coreAddress(base, salt), { size: 32 })]) : bytecode;
}

/** Where the committed init code of a core contract comes to be, on every chain (CREATE2, EIP-1014). In EIP-55. */
export function coreAddress(kind: CoreKind, salt: Hex): Address {
  const code = keccak256(coreInitCode(kind, salt));
  const digest = keccak256(concat(["0xff", DEPLOYMENT_PROXY, salt, code]));
  return getAddress(`0x${digest.slice(-40)}`);
}

/**
 * Money that is signed for a contract of other code could go anywhere.
 * @param name of the file, for people
 * @throws Error a core contract is not where this release's code and the file's salt put it
 */
export function refuseOtherCore(name: string, { contracts, coreSalt }: DeploymentFile): void {
  for (const kind of coreKinds) {
    const given = contracts[kind]?.address;
    const expected = coreAddress(kind, coreSalt);
    if (given === undefined || lowerHex(given) === lowerHex(expected)) continue;
    throw new Error(
      `${name}: the ${kind} is at ${given}, and this release's code with the file's coreSalt gives ${expected}`,
    );
  }
}
