import { z } from "zod";
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

/** What `npm run contracts:deploy` writes: one set of contracts on one chain, for one mode. */
export const deploymentFile = z.object({
  mode: z.enum(modes),
  chainId: z.number().int().positive(),
  registry: address,
  processor: address,
  usdc: address,
  eurc: address.nullable(),
  treasury: address,
  operator: address,
  startBlock: z.number().int().nonnegative(),
  genesisHash: bytes32,
  codeHashes: z.object({ registry: bytes32, processor: bytes32 }),
});
export type DeploymentFile = z.output<typeof deploymentFile>;
