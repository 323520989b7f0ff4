import { mkdirSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { BaseError, type Hex, isAddress, zeroAddress } from "viem";
import { z } from "zod";
import { modes } from "@/lib/core/modes";
import { checkOptions, type Given, runWithOptions, UsageError } from "@/scripts/run-with-options";
import { deployContracts } from "./deploy";
import { projectRoot } from "./sources";

const usage = `DEPLOYER_PRIVATE_KEY=0x… npm run contracts:deploy -- --rpc URL --mode test|live --usdc ADDRESS [--eurc ADDRESS] --operator ADDRESS --treasury ADDRESS

Deploys the registry and the processor with the key in DEPLOYER_PRIVATE_KEY, which needs gas money on
that chain, and writes deployments/<chainId>-<mode>.json. The operator admits merchants, the treasury
receives the fees; the tokens are those that exist on the chain.`;

const text = { type: "string" } as const;
const flags = {
  rpc: text,
  mode: text,
  usdc: text,
  eurc: text,
  operator: text,
  treasury: text,
} as const;

const address = z
  .string()
  .refine((text) => isAddress(text, { strict: false }), "not an address")
  .refine((text) => text !== zeroAddress, "the zero address");
const key = z.custom<Hex>(
  (value) => typeof value === "string" && /^0x[0-9a-fA-F]{64}$/.test(value),
);
const inputSchema = z.object({
  rpc: z.url({ protocol: /^https?$/ }),
  mode: z.enum(modes),
  usdc: address,
  eurc: address.optional(),
  operator: address,
  treasury: address,
});

await runWithOptions(usage, flags, async (values) => {
  const input = readInput(values);
  const deployment = await deployContracts({
    ...input,
    onPending: async (hash) => console.log(`Sent ${hash}, waiting for it to be mined`),
  }).catch((error) => {
    // The whole message of an RPC error repeats the bytecode and the URL, which may carry a key.
    throw error instanceof BaseError ? new Error(error.shortMessage) : error;
  });
  const folder = resolve(projectRoot, "deployments");
  const path = resolve(folder, `${deployment.chainId}-${deployment.mode}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, `${JSON.stringify(deployment, null, 2)}\n`);
  console.log(`MerchantRegistry ${deployment.registry}`);
  console.log(`PaymentProcessor ${deployment.processor}`);
  console.log(`Wrote ${relative(process.cwd(), path)}`);
});

function readInput(values: Given<typeof flags>) {
  const { rpc: rpcUrl, eurc = null, ...others } = checkOptions(inputSchema, values);
  const deployerKey = key.safeParse(process.env.DEPLOYER_PRIVATE_KEY);
  if (!deployerKey.success) {
    throw new UsageError("DEPLOYER_PRIVATE_KEY is required: 0x and 64 hex digits");
  }
  return { ...others, rpcUrl, eurc, deployerKey: deployerKey.data };
}
