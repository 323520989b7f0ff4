import { z } from "zod";
import type { ContractKind } from "@/lib/core/contract-kinds";
import {
  type Address,
  addressPattern,
  type Bytes32,
  bytes32Pattern,
  lowerHex,
} from "@/lib/core/hex";
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
} satisfies Record<ContractKind, z.ZodType>);

const currentFile = z.object({
  mode: z.enum(modes),
  chainId: z.number().int().positive(),
  usdc: address,
  eurc: address.nullable(),
  treasury: address,
  operator: address,
  /** May announce another treasury; contracts of version 1 have none. */
  admin: address.optional(),
  genesisHash: bytes32,
  contracts,
});

/** What `npm run contracts:deploy` writes: one set of contracts on one chain, for one mode. */
export const deploymentFile = z.preprocess(fromFirstForm, currentFile);
export type DeploymentFile = z.output<typeof deploymentFile>;
/** A contract of a deployment. */
export type DeployedContract = z.output<typeof contract>;

/** Files were once written with both contracts at the top, which shared a start block. */
function fromFirstForm(given: unknown): unknown {
  if (typeof given !== "object" || given === null || "contracts" in given) return given;
  const { registry, processor, codeHashes, startBlock, ...rest } = given as Record<string, unknown>;
  const hashes = (codeHashes ?? {}) as Record<string, unknown>;
  const place = (kind: string, at: unknown) => ({
    version: 1,
    address: at,
    codeHash: hashes[kind],
    startBlock,
  });
  const found = {
    registry: place("registry", registry),
    processor: place("processor", processor),
  };
  return { ...rest, contracts: found };
}
