import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "@/lib/adapters/chain/chains";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import { getToken } from "@/lib/domain/platform/tokens/get-token";
import { scanChain } from "@/lib/indexer/scan-chain";
import { type ChainAccount, startChain, type TestChain } from "@/testing/chain";
import { deployFurther, extend, registerIn, withDeployment } from "@/testing/further-deployment";
import { chainLedger, databaseLedger } from "@/testing/ledger";
import { drain, newPayer, signRequest, submit } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";

const AMOUNT = 1_000_000n;
const order = { amount: AMOUNT, currency: "USDC" } as const;

let world: World;
let other: TestChain;
let payer: ChainAccount;

beforeAll(async () => {
  [world, other] = await Promise.all([
    createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } }),
    startChain(31_338),
  ]);
  payer = await fundPayer(world);
});
afterAll(async () => {
  await Promise.all([world?.stop(), other?.stop()]);
});

/** Reads every chain to its head. */
async function read(site: World, chainId = site.chain.chainId) {
  const chain = site.chains.all.find(({ id }) => id === chainId);
  if (!chain) throw new Error("the chain is configured");
  return scanChain(site.systemContext(), chain, new Date(Date.now() + 20_000));
}

async function finish(site: World) {
  await site.chain.mine(4);
  expect(await read(site)).toEqual({ kind: "current" });
}

test("a second deployment and an extended one are read while payments run, none missed or doubled", async () => {
  const first = world.deployment();
  await read(world);
  const pinned = await createSession(world.merchantContext(), order);
  await payDirectly(world, payer, { amount: 5n });
  const registryOnly = await deployFurther(world.chain, ["registry"]);
  let site = await withDeployment(world, world.chain, registryOnly);
  site = await registerIn(site);
  await payDirectly(world, payer, { amount: 6n });
  expect(await read(site)).toEqual({ kind: "current" });
  // Its registry is the newest, and it has no processor yet: sessions go on where they can be paid.
  expect(await createSession(site.merchantContext(), order)).toMatchObject({
    registryAddress: addressOf(first, "registry"),
  });

  const extended = await extend(world.chain, registryOnly, ["processor"]);
  const { merchant } = site;
  site = { ...(await withDeployment(site, world.chain, extended)), merchant };
  // Paid before the app has read the new processor at all, and the old one in the same blocks.
  const early = await payDirectly(site, payer, { amount: 7n });
  await payDirectly(world, payer, { amount: 8n });
  await world.chain.mine(3);
  await read(world);
  await payDirectly(site, payer, { amount: 9n });
  await finish(site);
  const { registry, processor } = extended.contracts;
  // The core was there before, and serves both.
  expect(processor).toMatchObject({
    address: world.chain.deployments.test.contracts.processor?.address,
    startBlock: registry.startBlock,
  });
  expect(await databaseLedger(world.db)).toEqual(await chainLedger(site));
  expect(
    await world.db`select status, deployment_id from transactions where payment_id = ${early.paymentId}`,
  ).toEqual([{ status: "confirmed", deploymentId: site.deployment().id }]);
  const [open] = await world.db`select from transactions where status <> 'confirmed'`;
  expect(open).toBeUndefined();

  const opened = await createSession(site.merchantContext(), order);
  expect(opened.registryAddress).toBe(addressOf(site.deployment(), "registry"));
  expect(await getSession(site.merchantContext(), pinned)).toMatchObject({
    registryAddress: addressOf(first, "registry"),
  });
  await payDirectly(world, payer, { amount: AMOUNT, ref: pinned.ref });
  await payDirectly(site, payer, { amount: AMOUNT, ref: opened.ref });
  await finish(site);
  for (const session of [pinned, opened]) {
    expect(await getSession(site.merchantContext(), session)).toMatchObject({
      status: "confirmed",
      registryAddress: session.registryAddress,
    });
  }
});

test("a merchant that is only in the older registry is paid there", async () => {
  const site = await withDeployment(world, world.chain, await deployFurther(world.chain));
  const session = await createSession(site.merchantContext(), order);
  expect(session.registryAddress).not.toBe(addressOf(site.deployment(), "registry"));
  await registerIn(site);
  expect(await createSession(site.merchantContext(), order)).toMatchObject({
    registryAddress: addressOf(site.deployment(), "registry"),
  });
});

test("a merchant that is suspended in the newest registry is paid by way of another one", async () => {
  const file = await deployFurther(world.chain);
  const site = await registerIn(await withDeployment(world, world.chain, file));
  const [older, newer] = [world, site].map((place) => addressOf(place.deployment(), "registry"));
  const opened = async () => (await createSession(site.merchantContext(), order)).registryAddress;
  const own = world.db`
    merchant_id = ${world.merchant.id} and deployment_id = ${site.deployment().id}`;
  await world.db`update merchant_registrations set status = 'suspended' where ${own}`;
  expect(await opened()).toBe(older);
  await world.db`update merchant_registrations set status = 'active' where ${own}`;
  expect(await opened()).toBe(newer);
});

test("of two chains in a mode one is halted, and the other is not affected", async () => {
  let site = await withDeployment(world, other, await deployFurther(other));
  site = await registerIn(site);
  const { db } = world;
  await read(site);
  const there = await createSession(site.merchantContext(), { ...order, chainId: 31_338 });
  expect(there).toMatchObject({ chainId: 31_338, chainMerchantId: 1n });
  const here = await createSession(site.merchantContext(), order);
  expect(here.chainId).toBe(31_337);
  const deployments = site.chains.deployments.map((one) => {
    const { EURC: _, ...tokens } = one.tokens;
    return one.chainId === 31_337 ? { ...one, tokens } : one;
  });
  const lacking = { ...site.merchantContext(), chains: { ...site.chains, deployments } };
  const euros = { amount: AMOUNT, currency: "EURC" } as const;
  expect(await createSession(lacking, euros)).toMatchObject({ chainId: 31_338 });
  await expect(createSession(lacking, { ...euros, chainId: 31_337 })).rejects.toMatchObject({
    info: { param: "currency", details: { reason: "token_unsupported" } },
  });
  await db`
    update chain_cursors set halted_reason = 'lost', doubt_since = now(), doubt_looked_at = now()
    where chain_id = 31338`;
  const payerThere = await fundPayer(site);
  await payDirectly(site, payerThere, { amount: AMOUNT, ref: there.ref });
  await payDirectly(world, payer, { amount: AMOUNT, ref: here.ref });
  await other.mine(4);
  await world.chain.mine(4);
  expect(await read(site, 31_337)).toEqual({ kind: "current" });
  expect(await read(site, 31_338)).toEqual({ kind: "halted", reason: "lost" });
  expect(await getSession(site.merchantContext(), here)).toMatchObject({ status: "confirmed" });
  expect(await getSession(site.merchantContext(), there)).toMatchObject({ status: "pending" });
  await db`
    update chain_cursors set halted_reason = null, doubt_since = null where chain_id = 31338`;
  expect(await read(site, 31_338)).toEqual({ kind: "current" });
  expect(await getSession(site.merchantContext(), there)).toMatchObject({ status: "confirmed" });
  const chains = await db`select chain_id, count(*)::int from transactions
    where session_id in ${db([here.id, there.id])} group by 1 order by 1`;
  expect(chains).toEqual([
    { chainId: 31_337, count: 1 },
    { chainId: 31_338, count: 1 },
  ]);
});

test("the relay settles on the chain that a request is for, and refuses another one", async () => {
  let site = await withDeployment(world, other, await deployFurther(other));
  site = await registerIn(site);
  const ctx = site.merchantContext();
  const session = await createSession(ctx, { ...order, chainId: 31_338 });
  const signer = await newPayer(site);
  const request = await signRequest(site, signer, session);
  await expect(submit(ctx, { ...request, chainId: 31_337 })).rejects.toMatchObject({
    code: "invalid_request",
    info: { param: "chainId", details: { reason: "chain_mismatch" } },
  });
  const submission = await submit(ctx, { ...request, chainId: 31_338 });
  expect(await submit(ctx, { ...request, chainId: 31_338 })).toMatchObject({ id: submission.id });
  await expect(submit(ctx, request)).rejects.toMatchObject({
    info: { details: { reason: "payload_mismatch" } },
  });
  await drain(site.systemContext(), 2);
  await other.mine(4);
  expect(await read(site)).toEqual({ kind: "current" });
  expect(await getSession(ctx, session)).toMatchObject({ status: "confirmed", chainId: 31_338 });
  const free = await signRequest(site, await newPayer(site), null);
  await expect(submit(ctx, { ...free, chainId: 1 })).rejects.toMatchObject({
    code: "invalid_request",
    info: { param: "chainId", details: { reason: "chain_unsupported" } },
  });
  // Signed for the processor of the other chain.
  await expect(submit(ctx, free)).rejects.toMatchObject({ code: "invalid_request" });
  expect(await submit(ctx, { ...free, chainId: 31_338 })).toMatchObject({ status: "queued" });
});

test("of two registries on a chain the relay takes the one that is named, the session's alone for a session", async () => {
  const file = await deployFurther(world.chain);
  const site = await registerIn(await withDeployment(world, world.chain, file));
  const ctx = site.merchantContext();
  const [older, newer] = [world, site].map((place) => addressOf(place.deployment(), "registry"));
  const signer = await newPayer(world);
  const free = await signRequest(world, signer, null);
  // Without a name the newest one is meant, for which nothing was signed.
  await expect(submit(ctx, free)).rejects.toMatchObject({ code: "invalid_request" });
  expect(await submit(ctx, { ...free, registry: older })).toMatchObject({ status: "queued" });
  const refused = {
    code: "invalid_request",
    info: { param: "registry", details: { reason: "merchant_mismatch" } },
  };
  const nowhere = { ...free, idempotencyKey: "nowhere", registry: world.merchant.payout };
  await expect(submit(ctx, nowhere)).rejects.toMatchObject(refused);

  const session = await createSession(ctx, order);
  expect(session.registryAddress).toBe(newer);
  const request = await signRequest(site, await newPayer(world), session);
  await expect(submit(ctx, { ...request, registry: older })).rejects.toMatchObject(refused);
  expect(await submit(ctx, { ...request, registry: newer })).toMatchObject({ status: "queued" });
});

test("a session on a chain that the mode has not is refused by its field", async () => {
  const opening = createSession(world.merchantContext(), { ...order, chainId: 8_453 });
  await expect(opening).rejects.toMatchObject({
    code: "invalid_request",
    info: { param: "chainId", details: { reason: "chain_unsupported" } },
  });
});

test("without a processor anywhere a session is refused as not deployed", async () => {
  const deployments = world.chains.deployments.map((deployment) => ({
    ...deployment,
    contracts: { registry: deployment.contracts.registry },
  }));
  const ctx = { ...world.merchantContext(), chains: { ...world.chains, deployments } };
  const refused = {
    code: "permission_denied",
    info: { details: { reason: "not_deployed", contract: "processor" } },
  };
  await expect(createSession(ctx, order)).rejects.toMatchObject(refused);
  await expect(createSession(ctx, { ...order, chainId: 31_337 })).rejects.toMatchObject(refused);
});

test("a token is found on the chain that is named, and on no other", async () => {
  const site = await withDeployment(world, other, await deployFurther(other));
  const address = site.deployment().usdc;
  const ctx = { ...site.systemContext(), actor: { kind: "public", ip: "127.0.0.1" } } as const;
  expect(await getToken(ctx, { address, chainId: 31_338 })).toMatchObject({ chainId: 31_338 });
  // The local tokens have the same addresses on both chains: the first one is meant by default.
  expect(await getToken(ctx, { address })).toMatchObject({ chainId: 31_337 });
  await expect(getToken(ctx, { address, chainId: 1 })).rejects.toMatchObject({ code: "not_found" });
});

test("a registry of another deployment is not taken into this one", async () => {
  const file = await deployFurther(world.chain);
  const { registry } = world.chain.deployments.live.contracts;
  const mixed = { ...file, contracts: { ...file.contracts, processor: registry } };
  await expect(withDeployment(world, world.chain, mixed)).rejects.toThrow(
    /belongs to another deployment/,
  );
});

test("a deployment whose processor was replaced is not the one that is pinned", async () => {
  const file = await deployFurther(world.chain);
  await withDeployment(world, world.chain, file);
  const { subscriptions: processor } = file.contracts;
  const changed = { ...file, contracts: { ...file.contracts, processor } };
  await expect(withDeployment(world, world.chain, changed)).rejects.toThrow(
    "is not the one that this database was used with",
  );
});
