import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getContract } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { supportedVersions } from "@/lib/core/chain/contract-kinds";
import { modes } from "@/lib/core/modes";
import { deployableKinds } from "@/scripts/build/contracts/creations";
import { connectDeployer } from "@/scripts/build/contracts/deployer";
import { type BareChain, startBareChain } from "@/testing/bare-chain";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { appSettings } from "./app-settings";
import { keyList, openDemoSecrets } from "./demo-secrets";
import { deploymentPath, openDeployments } from "./open-deployments";
import { accountOn, addressOf, deploymentsFolder, prepareChain } from "./prepare-chain";
import { prepareDatabase } from "./prepare-database";

let database: TestDatabase;
let chain: BareChain;
let folder: string;

beforeAll(async () => {
  [database, chain] = await Promise.all([createTestDatabase(), startBareChain()]);
  folder = mkdtempSync(join(tmpdir(), "stipend-demo-test-"));
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([database?.drop(), chain?.stop()]);
});

/** Where a demo keeps what it has. */
interface Place {
  database: TestDatabase;
  folder: string;
}
const here = (): Place => ({ database, folder });

async function prepare(on: BareChain = chain, { database, folder }: Place = here()) {
  const secrets = openDemoSecrets(join(folder, "env"));
  let note = "";
  const deployments = await prepareChain(on, folder, secrets, (text) => {
    note = text;
  });
  const settings = appSettings(
    {
      baseUrl: "http://127.0.0.1:3000",
      port: 3000,
      databaseUrl: database.url,
      rpcUrl: on.rpcUrl,
      deploymentsFolder: deploymentsFolder(folder),
    },
    secrets.app,
    undefined,
  );
  const registrations = await prepareDatabase(settings, on, secrets);
  return { secrets, deployments, registrations, note };
}

const everything = async (on: BareChain = chain, { database }: Place = here()) => {
  const { db } = database;
  return {
    deployments: await db`select * from deployments order by mode`,
    contracts: await db`select * from deployment_contracts order by deployment_id, kind`,
    merchants: await db`select * from merchants`,
    registrations: await db`select * from merchant_registrations order by mode`,
    keys: await db`select * from api_keys order by id`,
    head: await on.request("eth_blockNumber"),
  };
};

test("preparing twice changes neither the database nor the chain", async () => {
  const first = await prepare();
  expect(first.note).toBe("deployed, wallets funded");
  const before = await everything();
  expect(before.keys).toHaveLength(6);
  const { contracts } = first.deployments.live;
  expect([contracts.registry.version, contracts.processor?.version]).toEqual([1, 1]);
  expect(before.registrations).toMatchObject([
    { mode: "live", chainMerchantId: 1n },
    { mode: "test", chainMerchantId: 1n },
  ]);

  const second = await prepare();
  expect(second).toEqual({ ...first, note: "kept" });
  expect(await everything()).toEqual(before);
});

test("a folder whose contracts are of another version is refused in words, and left as it is", async () => {
  const { deployments } = await prepare();
  const path = deploymentPath(deploymentsFolder(folder), "live");
  const { registry, ...others } = deployments.live.contracts;
  const contracts = { registry: { ...registry, version: 2 }, ...others };
  const older = JSON.stringify({ ...deployments.live, contracts });
  writeFileSync(path, older);
  await expect(prepare()).rejects.toThrow(
    `${path}: this release supports only version 1 of the registry, not 2`,
  );
  expect(readFileSync(path, "utf8")).toBe(older);
  writeFileSync(path, JSON.stringify(deployments.live));
});

test("a folder whose deployments lack a kind of contract gets it, and keeps the rest", async () => {
  const { deployments } = await prepare();
  const path = deploymentPath(deploymentsFolder(folder), "test");
  const { registry } = deployments.test.contracts;
  writeFileSync(path, JSON.stringify({ ...deployments.test, contracts: { registry } }));
  const { operator, treasury, admin } = deployments.test;
  const roles = { operator, treasury, admin };
  const secrets = openDemoSecrets(join(folder, "env"));
  const deployer = accountOn(chain, secrets.app.FAUCET_PRIVATE_KEY);
  const at = deploymentsFolder(folder);
  const opened = await openDeployments(chain.request, at, { deployer, ...roles });
  expect(opened.isNew).toBe(false);
  const { contracts } = opened.deployments.test;
  expect(contracts.registry).toEqual(registry);
  // The core was there before.
  expect(contracts.processor).toMatchObject({
    startBlock: registry.startBlock,
    address: deployments.test.contracts.processor?.address,
  });
  expect(opened.deployments.live).toEqual(deployments.live);
  writeFileSync(path, JSON.stringify(deployments.test));
});

test("the relayer's wallets may charge subscriptions, also where they were not there before", async () => {
  const { deployments, secrets } = await prepare();
  const path = deploymentPath(deploymentsFolder(folder), "live");
  const { subscriptions: _, ...before } = deployments.live.contracts;
  writeFileSync(path, JSON.stringify({ ...deployments.live, contracts: before }));
  const after = await prepareChain(chain, folder, secrets, () => {});
  writeFileSync(path, JSON.stringify(deployments.live));
  const { client } = connectDeployer(accountOn(chain, secrets.app.OPERATOR_PRIVATE_KEY));
  const keepers = keyList(secrets.app.RELAYER_PRIVATE_KEYS).map(addressOf);
  expect(keepers.length).toBeGreaterThan(0);
  for (const mode of modes) {
    const { address } = after[mode].contracts.registry;
    const registry = { abi: merchantRegistryAbi, address } as const;
    const isKeeper = (account: `0x${string}`) =>
      client.readContract({ ...registry, functionName: "isKeeper", args: [account] });
    expect(await Promise.all(keepers.map(isKeeper))).toEqual(keepers.map(() => true));
    expect(await isKeeper(client.account.address)).toBe(false);
  }
});

test("a payer that has spent its tokens gets new ones", async () => {
  const { secrets, deployments } = await prepare();
  const [wallet = ""] = secrets.demo.DEMO_WALLET_PRIVATE_KEYS.split(",");
  const payer = connectDeployer(accountOn(chain, wallet));
  const token = getContract({
    address: deployments.test.usdc,
    abi: fiatTokenAbi,
    client: payer.client,
  });
  const balance = () => token.read.balanceOf([payer.address]);
  const full = await balance();
  await payer.settle(
    await payer.client.writeContract({
      chain: null,
      address: deployments.test.usdc,
      abi: [
        {
          type: "function",
          name: "transfer",
          stateMutability: "nonpayable",
          inputs: [{ type: "address" }, { type: "uint256" }],
          outputs: [{ type: "bool" }],
        },
      ],
      functionName: "transfer",
      args: [deployments.test.treasury, full - 1n],
    }),
  );
  expect(await balance()).toBe(1n);
  await prepare();
  expect(await balance()).toBe(full);
});

test("a database that belongs to another local chain is refused in words", async () => {
  const other = await startBareChain();
  try {
    await expect(prepare(other)).rejects.toThrow(/another local chain.*--reset/);
  } finally {
    await other.stop();
  }
});

test("contracts of another release are refused in words", async () => {
  const secrets = openDemoSecrets(join(folder, "env"));
  const old = join(folder, "old");
  await prepareChain(chain, old, secrets, () => {});
  for (const change of [{ coreSalt: undefined }, { coreSalt: `0x${"11".repeat(32)}` }]) {
    const path = join(deploymentsFolder(old), "test.json");
    const file = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify({ ...file, ...change }));
    await expect(prepareChain(chain, old, secrets, () => {})).rejects.toThrow(
      /are another release's\. Start over with --reset$/,
    );
  }
});

test("a chain without contracts gets those that the app works with", async () => {
  const other = await startBareChain();
  try {
    const secrets = openDemoSecrets(join(folder, "env"));
    const { test: made } = await prepareChain(other, join(folder, "new"), secrets, () => {});
    for (const kind of deployableKinds) {
      expect(made.contracts[kind]?.version).toBe(supportedVersions[kind]);
    }
  } finally {
    await other.stop();
  }
});
