import { setTimeout as sleep } from "node:timers/promises";
import { keccak256, toHex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { approvalCall, refundCall } from "@/lib/adapters/chain/calls/refund-calls";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import { numberEvents } from "@/lib/domain/platform/events/number-events";
import { findPaymentProof } from "@/lib/domain/refunds/find-payment-proof";
import { drainRelay } from "@/lib/domain/wallets/drain-relay";
import { createWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/create-webhook-endpoint";
import { scanChain } from "@/lib/indexer/scan-chain";
import type { ChainAccount } from "@/testing/chain";
import { deployFurther, extend, registerIn, withDeployment } from "@/testing/further-deployment";
import { chainLedger, databaseLedger } from "@/testing/ledger";
import { signRequest, submit } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";

const AMOUNT = 2_000_000n;
const REFUNDED = 700_000n;
const PAYERS = 4;
const STEP_MS = 100;

let world: World;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
});
afterAll(() => world?.stop());

/** Repeats `work` until it is stopped, and fails then as it failed. */
function repeat(work: () => Promise<unknown>): () => Promise<void> {
  let isStopped = false;
  const done = (async () => {
    while (!isStopped) {
      await work();
      await sleep(STEP_MS);
    }
  })();
  done.catch(() => {});
  return async () => {
    isStopped = true;
    await done;
  };
}

/** A process with the configuration that it was started with: it reads the chain and runs the relay. */
function startServer(site: World): () => Promise<void> {
  const ctx = site.systemContext();
  const soon = () => new Date(Date.now() + 5_000);
  const jobs = [
    repeat(() => Promise.all(site.chains.all.map((chain) => scanChain(ctx, chain, soon())))),
    repeat(() => drainRelay(ctx, { until: new Date(0) })),
  ];
  return async () => {
    await Promise.all(jobs.map((stop) => stop()));
  };
}

/** Two servers, which are restarted one after the other with what the operator has changed. */
function startServers(site: World) {
  let running = [startServer(site), startServer(site)];
  const stop = async () => {
    for (const end of running) await end();
    running = [];
  };
  return {
    stop,
    restart: async (changed: World) => {
      for (const end of running.splice(0, 2)) {
        await end();
        running.push(startServer(changed));
        // Meanwhile the other one runs with what it has.
        await sleep(5 * STEP_MS);
      }
    },
  };
}

/** The world as it is for whoever pays on a deployment. */
const onDeployment = (site: World, deployment: Deployment): World => ({
  ...site,
  deployment: () => deployment,
});

/** Each payer pays one session after the other through the relay, where the session wants it. */
function startTraffic(site: () => World, payers: readonly ChainAccount[]) {
  const sessions: string[] = [];
  const registries = new Set<string>();
  const pay = async (payer: ChainAccount) => {
    const current = site();
    const ctx = current.merchantContext();
    const session = await createSession(ctx, { amount: AMOUNT, currency: "USDC" });
    const { registryAddress: registry } = session;
    const deployment = current.chains.deployments.find(
      (one) => one.contracts.registry.address === registry,
    );
    if (!deployment || !session.chainMerchantId) throw new Error("the session can be paid");
    const change = { merchantId: BigInt(session.chainMerchantId) };
    const where = onDeployment(current, deployment);
    await submit(ctx, await signRequest(where, payer, session, change));
    registries.add(registry);
    sessions.push(session.id);
  };
  const stops = payers.map((payer) => repeat(() => pay(payer)));
  return {
    sessions,
    registries,
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

/** The merchant's owner sends some of a final payment back, by the contract of a deployment. */
async function refundFirst(site: World): Promise<string> {
  const { db, merchant } = site;
  const deploymentId = site.deployment().id;
  const find = async () => {
    const [row] = await db<{ id: string }[]>`
      select id from transactions
      where deployment_id = ${deploymentId} and status = 'confirmed' limit 1`;
    return row?.id;
  };
  await expect.poll(find, { timeout: 60_000 }).toBeDefined();
  const transactionId = (await find()) ?? "";
  const name = { merchantId: merchant.id, mode: "test", transactionId } as const;
  const proof = await findPaymentProof(site.systemContext(), name);
  if (!proof) throw new Error("the payment is proved");
  const order = { proof, amount: REFUNDED, refundRef: keccak256(toHex("first")) };
  await site.send(merchant.owner, approvalCall(site.deployment(), order));
  await site.send(merchant.owner, refundCall(site.deployment(), order));
  return transactionId;
}

/** What each session has told, in order. */
async function told(sessions: readonly string[]): Promise<string[]> {
  const rows = await world.db<{ told: string }[]>`
    select string_agg(sequence || ' ' || type, ', ' order by sequence) as told from events
    where resource_id = any (${[...sessions]}) group by resource_id`;
  return rows.map((row) => row.told);
}

async function count(query: Promise<{ count: number }[]>): Promise<number> {
  const [row] = await query;
  return row?.count ?? 0;
}

const openWork = () =>
  count(world.db<{ count: number }[]>`
    select (select count(*) from relay_open_submissions)::int
      + (select count(*) from transactions where status <> 'confirmed')::int
      + (select count(*) from relay_batches where state <> 'consumed')::int as count`);

async function listen(): Promise<string> {
  const ctx = world.merchantContext();
  const input = {
    url: "http://127.0.0.1:9/",
    events: ["payment.completed" as const],
    mode: "test" as const,
  };
  const prepared = await createWebhookEndpoint.prepare(ctx, input);
  return (await createWebhookEndpoint.run(ctx, input, prepared)).id;
}

/** Whether positions are 1, 2, 3, … of each merchant's events. */
async function arePositionsGapless(): Promise<boolean> {
  await numberEvents({ db: world.db });
  const rows = await world.db<{ gapless: boolean }[]>`
    select count(position) = count(*) and max(position) = count(*) as gapless
    from events group by merchant_id, mode`;
  return rows.every(({ gapless }) => gapless);
}

test("a deployment is extended and a second one added under traffic and two servers, with no event missed or doubled", async () => {
  const { chain, merchant } = world;
  const endpointId = await listen();
  const payers: ChainAccount[] = [];
  while (payers.length < PAYERS) payers.push(await fundPayer(world));
  const direct = await fundPayer(world);
  await chain.request("anvil_setBalance", [merchant.owner.address, "0x8ac7230489e80000"]);
  await world.mint(merchant.owner.address, AMOUNT);

  const file = await deployFurther(chain, ["processor"]);
  let site = await registerIn(await withDeployment(world, chain, file));
  const first = site.deployment();
  const servers = startServers(site);
  const traffic = startTraffic(() => site, payers);
  const stopMining = repeat(() => chain.mine());

  // The contract that is added has events before it is read.
  const extended = await extend(chain, file, ["refunds"]);
  const withRefunds = await withDeployment(site, chain, extended);
  const refunded = await refundFirst({ ...withRefunds, merchant: site.merchant });
  await servers.restart(withRefunds);
  site = { ...withRefunds, merchant: site.merchant };

  const second = await registerIn(await withDeployment(site, chain, await deployFurther(chain)));
  // Paid on it while no server, one of them, and then both know it.
  const early: string[] = [];
  const stopDirect = repeat(async () => {
    early.push((await payDirectly(second, direct, { amount: AMOUNT })).paymentId);
  });
  await sleep(5 * STEP_MS);
  await servers.restart(second);
  site = second;
  const before = traffic.sessions.length;
  await expect.poll(() => traffic.sessions.length, { timeout: 60_000 }).toBeGreaterThan(before + 4);

  await Promise.all([traffic.stop(), stopDirect()]);
  await expect.poll(openWork, { timeout: 30_000, interval: 200 }).toBe(0);
  await servers.stop();
  await stopMining();

  const { sessions, registries } = traffic;
  const newest = second.deployment();
  const both = [first, newest].map((deployment) => addressOf(deployment, "registry"));
  expect([...registries].sort()).toEqual([...both].sort());
  const ledger = await databaseLedger(world.db);
  expect(ledger).toEqual(await chainLedger(second));
  expect(ledger).toHaveLength(sessions.length + early.length);
  const { db } = world;
  expect(await db`select from chain_refunds`).toHaveLength(1);
  expect(await db`select amount_refunded from transactions where id = ${refunded}`).toEqual([
    { amountRefunded: REFUNDED },
  ]);
  const story = "1 payment.created, 2 payment.seen, 3 payment.completed";
  expect((await told(sessions)).filter((one) => !one.startsWith(story))).toEqual([]);
  expect(await told(sessions)).toHaveLength(sessions.length);
  expect(await arePositionsGapless()).toBe(true);
  const dispatches = count(db<{ count: number }[]>`
    select count(*)::int from webhook_dispatches where endpoint_id = ${endpointId}`);
  expect(await dispatches).toBe(sessions.length);
}, 120_000);
