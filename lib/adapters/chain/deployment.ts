import { z } from "zod";
import {
  type ContractKind,
  contractKinds,
  supportedVersions,
} from "@/lib/core/chain/contract-kinds";
import {
  type Address,
  addressPattern,
  type Bytes32,
  bytes32Pattern,
  lowerHex,
} from "@/lib/core/chain/hex";
import { modes } from "@/lib/core/modes";

const address = z
  .string()
  .regex(addressPattern)
  .transform((text) => lowerHex(text) as Address);
const bytes32 = z
  .string()
  .regex(bytes32Pattern)
  .transform((text) => lowerHex(text) as Bytes32);

const contract = z.object({
  version: z.number().int().positive(),
  address,
  codeHash: bytes32,
  startBlock: z.number().int().nonnegative(),
});

/** Merchants are ids in the registry, so it is always there; every other kind may be added later. */
const contracts = z.object({
  registry: contract,
  processor: contract.optional(),
  refunds: contract.optional(),
  subscriptions: contract.optional(),
  chargeRefunds: contract.optional(),
  escrow: contract.optional(),
  /** What every merchant's treasury is a clone of. */
  agentTreasury: contract.optional(),
} satisfies Record<ContractKind, z.ZodType>);

/** What `npm run contracts:deploy` writes: one set of contracts on one chain, for one mode. */
export const deploymentFile = z.object({
  mode: z.enum(modes),
  chainId: z.number().int().positive(),
  usdc: address,
  eurc: address.nullable(),
  treasury: address,
  operator: address,
  /** May announce another treasury and another operator. */
  admin: address,
  genesisHash: bytes32,
  /** Which core the contracts belong to: with their init code it gives their addresses (CREATE2, EIP-1014). */
  coreSalt: bytes32,
  contracts,
});
export type DeploymentFile = z.output<typeof deploymentFile>;
/** A contract of a deployment. */
export type DeployedContract = z.output<typeof contract>;

/**
 * Payments to a contract whose events are not read would go unnoticed.
 * @param name of the file, for people
 * @throws Error a contract is of another version than this release works with
 */
export function refuseOtherVersions(name: string, { contracts }: DeploymentFile): void {
  for (const kind of contractKinds) {
    const version = contracts[kind]?.version;
    const supported = supportedVersions[kind];
    if (version === undefined || version === supported) continue;
    const instead = supported === null ? "no version" : `only version ${supported}`;
    throw new Error(`${name}: this release supports ${instead} of the ${kind}, not ${version}`);
  }
}
