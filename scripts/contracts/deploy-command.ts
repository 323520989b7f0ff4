import { mkdirSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { BaseError, type Hex, isAddress, zeroAddress } from "viem";
import { z } from "zod";
import { modes } from "@/lib/core/modes";
import { deployContracts } from "./deploy";
import { projectRoot } from "./sources";

const USAGE =
  "DEPLOYER_PRIVATE_KEY=0x… npm run contracts:deploy -- --rpc URL --mode test|live --usdc ADDRESS [--eurc ADDRESS] --operator ADDRESS --treasury ADDRESS";

const address = z
  .string()
  .refine((text) => isAddress(text, { strict: false }), "not an address")
  .refine((text) => text !== zeroAddress, "the zero address");
const key = z.custom<Hex>(
  (value) => typeof value === "string" && /^0x[0-9a-fA-F]{64}$/.test(value),
  "must be 0x and 64 hex digits",
);
const inputSchema = z.object({
  rpcUrl: z.url({ protocol: /^https?$/ }),
  mode: z.enum(modes),
  usdc: address,
  eurc: address.nullable(),
  operator: address,
  treasury: address,
  deployerKey: key,
});

try {
  await deploy();
} catch (error) {
  // The whole message of an RPC error repeats the bytecode and the URL, which may carry a key.
  console.error(error instanceof BaseError ? error.shortMessage : error);
  process.exitCode = 1;
}

/** Deploys with the options of the command line and writes deployments/<chainId>-<mode>.json. */
async function deploy(): Promise<void> {
  const input = readInput();
  if (!input) return;
  const deployment = await deployContracts({
    ...input,
    onPending: async (hash) => console.log(`Sent ${hash}, waiting for it to be mined`),
  });
  const folder = resolve(projectRoot, "deployments");
  const path = resolve(folder, `${deployment.chainId}-${deployment.mode}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, `${JSON.stringify(deployment, null, 2)}\n`);
  console.log(`MerchantRegistry ${deployment.registry}`);
  console.log(`PaymentProcessor ${deployment.processor}`);
  console.log(`Wrote ${relative(process.cwd(), path)}`);
}

function readInput() {
  try {
    const option = { type: "string" } as const;
    const options = { rpc: option, mode: option, usdc: option, eurc: option };
    const { values } = parseArgs({ options: { ...options, operator: option, treasury: option } });
    const { rpc: rpcUrl, eurc = null, ...others } = values;
    const deployerKey = process.env.DEPLOYER_PRIVATE_KEY;
    const result = inputSchema.safeParse({ ...others, rpcUrl, eurc, deployerKey });
    if (result.success) return result.data;
    console.error(z.prettifyError(result.error));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  console.error(`Usage: ${USAGE}`);
  process.exitCode = 1;
}
