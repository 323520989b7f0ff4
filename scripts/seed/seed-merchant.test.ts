import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { addressOf, chainFrom, deploymentOf } from "@/lib/adapters/chain/chains";
import { deploymentFile } from "@/lib/adapters/chain/deployment";
import { findPreset } from "@/lib/adapters/chain/presets";
import { httpRpc } from "@/lib/adapters/chain/rpc";
import { createLogger } from "@/lib/adapters/logger/logger";
import { newId } from "@/lib/core/ids";
import { pinDeployments } from "@/lib/domain/deployments/pin-deployments";
import { connectDeployer, type Deployer } from "@/scripts/contracts/deployer";
import { startChain, type TestChain } from "@/testing/chain";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { type MerchantSeed, seedMerchant, seedRegistration } from "./seed-merchant";

let database: TestDatabase;
let chain: TestChain;
let operator: Deployer;
let deployment: ReturnType<typeof deploymentOf>;
let merchant: MerchantSeed;

beforeAll(async () => {
  [database, chain] = await Promise.all([createTestDatabase(), startChain()]);
  operator = connectDeployer({
    rpcUrl: chain.rpcUrl,
    deployerKey: chain.operator.privateKey,
    onPending: () => chain.mine(),
  });
  const preset = findPreset("local");
  if (!preset) throw new Error("there is no local preset");
  const file = deploymentFile.parse(chain.deployments.test);
  const configured = { ...file, chain: chainFrom(preset, { rpc: httpRpc([chain.rpcUrl]) }) };
  const chains = await pinDeployments(database.db, [configured], createLogger("silent"));
  deployment = deploymentOf(chains, "test");
});

beforeEach(() => {
  const [owner, payout] = [chain.payers[0], chain.payers[1]];
  if (!owner || !payout) throw new Error("the chain has no payers");
  merchant = {
    id: newId("merchant"),
    businessName: "Acme",
    email: null,
    owner: owner.address,
    payout: payout.address,
    feeBps: 100,
  };
});

afterAll(async () => {
  await Promise.all([database?.drop(), chain?.stop()]);
});

const count = () =>
  operator.client.readContract({
    address: addressOf(deployment, "registry"),
    abi: merchantRegistryAbi,
    functionName: "count",
  });
const rows = () =>
  database.db`
    select m.*, r.* from merchants m join merchant_registrations r on r.merchant_id = m.id
    where m.id = ${merchant.id}`;
const seed = async () => {
  await seedMerchant(database.db, merchant);
  return seedRegistration(database.db, operator, deployment, merchant);
};

test("a merchant is registered once, however often it is seeded", async () => {
  const before = await count();
  const first = await seed();
  const seeded = await rows();
  expect(first).toEqual({
    chainMerchantId: before + 1n,
    owner: merchant.owner,
    payout: merchant.payout,
    feeBps: 100,
  });
  expect(seeded).toMatchObject([
    { businessName: "Acme", chainMerchantId: before + 1n, mode: "test", feeBps: 100 },
  ]);
  expect(await seed()).toEqual(first);
  expect(await count()).toBe(before + 1n);
  expect(await rows()).toEqual(seeded);
});

test("a registration that was not written down is found again, and no other merchant's is taken", async () => {
  const other = await seed();
  merchant.id = newId("merchant");
  const first = await seed();
  expect(first.chainMerchantId).toBe(other.chainMerchantId + 1n);
  const { db } = database;
  await db`delete from merchant_registrations where merchant_id = ${merchant.id}`;
  const before = await count();
  expect(await seed()).toEqual(first);
  expect(await count()).toBe(before);
});

test("the row follows a payout address that the owner changed in the registry", async () => {
  const { chainMerchantId } = await seed();
  const [owner, , payout] = chain.payers;
  if (!owner || !payout) throw new Error("the chain has no payers");
  await chain.request("anvil_setBalance", [owner.address, "0xde0b6b3a7640000"]);
  const { client, settle } = connectDeployer({
    rpcUrl: chain.rpcUrl,
    deployerKey: owner.privateKey,
    onPending: () => chain.mine(),
  });
  await settle(
    await client.writeContract({
      chain: null,
      address: addressOf(deployment, "registry"),
      abi: merchantRegistryAbi,
      functionName: "setPayout",
      args: [chainMerchantId, payout.address],
    }),
  );
  await seed();
  expect(await rows()).toMatchObject([{ payout: payout.address.toLowerCase() }]);
});
