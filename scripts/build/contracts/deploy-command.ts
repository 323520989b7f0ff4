import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { BaseError, type Hex, isAddress, zeroAddress } from "viem";
import { z } from "zod";
import { refuseOtherVersions } from "@/lib/adapters/chain/deployment";
import { modes } from "@/lib/core/modes";
import {
  checkOptions,
  type GivenOptions,
  runWithOptions,
  UsageError,
} from "@/scripts/run/run-with-options";
import { CANONICAL_SALT, saltOf } from "./core-salts";
import { deployableKinds } from "./creations";
import { deployContracts, extendDeployment } from "./deploy";
import type { DeployerOptions } from "./deployer";
import { readDeployment, writeDeployment } from "./deployment-on-disk";
import { projectRoot } from "./sources";

const usage = `DEPLOYER_PRIVATE_KEY=0x… npm run contracts:deploy -- --rpc URL --mode test|live --usdc ADDRESS [--eurc ADDRESS] --operator ADDRESS --treasury ADDRESS --admin ADDRESS [--own-core SALT] [--file PATH]
DEPLOYER_PRIVATE_KEY=0x… npm run contracts:deploy -- --rpc URL --file PATH --add KINDS

Deploys a registry with the key in DEPLOYER_PRIVATE_KEY, which needs gas money on that chain, and what of the core the
chain has not: processor, subscriptions, both contracts for refunds, escrow and treasuries of agents. The core belongs to no installation and has the
same addresses on every chain; addresses and cost are said first. --own-core makes a copy that is not shared: SALT is
any text, or 32 bytes in hex.
Writes deployments/<chainId>-<mode>.json, with a number where there is one, or the file that is named. The operator
admits merchants, the treasury receives the fees; the tokens are those that exist on the chain.
The admin is a cold account that may announce another operator or treasury with seven days' notice, and has neither
role.
--add extends the deployment in the file by contracts of these kinds, separated by commas: ${deployableKinds.join(", ")}.`;

const text = { type: "string" } as const;
const flags = {
  rpc: text,
  mode: text,
  usdc: text,
  eurc: text,
  operator: text,
  treasury: text,
  admin: text,
  "own-core": text,
  file: text,
  add: text,
} as const;

const address = z
  .string()
  .refine((text) => isAddress(text, { strict: false }), "not an address")
  .refine((text) => text !== zeroAddress, "the zero address");
const key = z.custom<Hex>(
  (value) => typeof value === "string" && /^0x[0-9a-fA-F]{64}$/.test(value),
);
const rpc = z.url({ protocol: /^https?$/ });
const newSchema = z.object({
  rpc,
  mode: z.enum(modes),
  usdc: address,
  eurc: address.optional(),
  operator: address,
  treasury: address,
  admin: address,
  "own-core": z.string().min(1).optional(),
  file: z.string().min(1).optional(),
});
const addSchema = z.object({
  rpc,
  file: z.string().min(1),
  add: z
    .string()
    .transform((list) => list.split(",").map((kind) => kind.trim()))
    .pipe(z.array(z.enum(deployableKinds)).min(1)),
});

await runWithOptions(usage, flags, async (values) => {
  const { deployment, path } = await (values.add === undefined ? deploy(values) : extend(values));
  for (const [kind, contract] of Object.entries(deployment.contracts)) {
    console.log(`${kind.padEnd(14)} ${contract.address} from block ${contract.startBlock}`);
  }
  writeDeployment(path, deployment);
  console.log(`Wrote ${relative(process.cwd(), path)}`);
});

async function deploy(values: GivenOptions<typeof flags>) {
  const options = checkOptions(newSchema, values);
  const { rpc: rpcUrl, eurc = null, file, "own-core": ownCore, ...others } = options;
  if (file !== undefined && existsSync(file)) {
    throw new UsageError(`${file} is there already: extend it with --add, or name another file`);
  }
  const coreSalt = ownCore === undefined ? CANONICAL_SALT : saltOf(ownCore);
  const deployment = await told(
    deployContracts({ ...others, eurc, coreSalt, onPlan: print, ...senderOf(rpcUrl) }),
  );
  const { chainId, mode } = deployment;
  return { deployment, path: file === undefined ? freePath(`${chainId}-${mode}`) : resolve(file) };
}

function print(lines: readonly string[]): void {
  for (const line of lines) console.log(line);
}

/** A chain may have several deployments of a mode: none is written over another one. */
function freePath(name: string): string {
  const at = (suffix: string) => resolve(projectRoot, "deployments", `${name}${suffix}.json`);
  let path = at("");
  for (let count = 2; existsSync(path); count += 1) path = at(`-${count}`);
  return path;
}

async function extend(values: GivenOptions<typeof flags>) {
  const { rpc: rpcUrl, file, add } = checkOptions(addSchema, values);
  const known = readDeployment(file);
  refuseOtherVersions(file, known);
  const deployment = await told(
    extendDeployment({ ...senderOf(rpcUrl), onPlan: print }, known, add),
  );
  return { deployment, path: resolve(file) };
}

function senderOf(rpcUrl: string): DeployerOptions {
  const deployerKey = key.safeParse(process.env.DEPLOYER_PRIVATE_KEY);
  if (!deployerKey.success) {
    throw new UsageError("DEPLOYER_PRIVATE_KEY is required: 0x and 64 hex digits");
  }
  const onPending = async (hash: Hex) => console.log(`Sent ${hash}, waiting for it to be mined`);
  return { rpcUrl, deployerKey: deployerKey.data, onPending };
}

/** The whole message of an RPC error repeats the bytecode and the URL, which may carry a key. */
async function told<T>(work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    throw error instanceof BaseError ? new Error(error.shortMessage) : error;
  });
}
