import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getContract } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { connectDeployer } from "@/scripts/contracts/deployer";
import { type BareChain, startBareChain } from "@/testing/bare-chain";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { appSettings } from "./app-settings";
import { openDemoSecrets } from "./demo-secrets";
import { accountOn, deploymentsFolder, prepareChain } from "./prepare-chain";
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

async function prepare(on: BareChain = chain) {
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

const everything = async () => {
  const { db } = database;
  return {
    deployments: await db`select * from deployments order by mode`,
    merchants: await db`select * from merchants`,
    registrations: await db`select * from merchant_registrations order by mode`,
    keys: await db`select * from api_keys order by id`,
    head: await chain.request("eth_blockNumber"),
  };
};

test("preparing twice changes neither the database nor the chain", async () => {
  const first = await prepare();
  expect(first.note).toBe("deployed, wallets funded");
  const before = await everything();
  expect(before.keys).toHaveLength(6);
  expect(before.registrations).toMatchObject([
    { mode: "live", chainMerchantId: 1n },
    { mode: "test", chainMerchantId: 1n },
  ]);

  const second = await prepare();
  expect(second).toEqual({ ...first, note: "kept" });
  expect(await everything()).toEqual(before);
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
