import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { createSession } from "@/lib/domain/payment-sessions/create-session";
import { getSession } from "@/lib/domain/payment-sessions/get-session";
import type { ChainAccount } from "@/lib/testing/chain";
import { faultyRpc } from "@/lib/testing/faulty-rpc";
import { fundPayer, payDirectly } from "@/lib/testing/settlements";
import { withChain } from "@/lib/testing/with-chain";
import { createWorld, type World } from "@/lib/testing/world";
import { indexChain } from "./index-chain";
import { wakeChains } from "./wake-chains";

const AMOUNT = 1_000_000n;

let world: World;
let payer: ChainAccount;

beforeAll(async () => {
  world = await createWorld();
  payer = await fundPayer(world);
});

afterAll(() => world?.stop());

const index = (forMs: number) =>
  indexChain(world.systemContext(), {
    chainId: world.chain.chainId,
    until: new Date(Date.now() + forMs),
  });

test("when everything is final it ends, and a wake-up will do", async () => {
  expect(await index(20_000)).toEqual({ nextDueInMs: null, halted: false });
});

test("it looks again and again until a payment is final", async () => {
  const session = await createSession(world.merchantContext(), {
    amount: AMOUNT,
    currency: "USDC",
  });
  await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await world.chain.mine();
  const following = index(20_000);
  const read = () => getSession(world.merchantContext(), session);
  await expect.poll(read).toMatchObject({ payment: { state: "seen" } });
  await world.chain.mine(2);
  expect(await following).toEqual({ nextDueInMs: null, halted: false });
  expect(await read()).toMatchObject({ status: "confirmed" });
});

test("it asks to be called again while the relay has a transaction out", async () => {
  const { db, chain } = world;
  const deployment = world.deployment();
  await db`insert into relay_batches ${db({
    id: newId("relayBatch"),
    chainId: chain.chainId,
    wallet: payer.address,
    nonce: 1n,
    deploymentId: deployment.id,
    kind: "pay",
    state: "in_flight",
    callTo: deployment.processor,
    callData: "0x",
    gasLimit: 1n,
  })}`;
  expect(await index(10)).toEqual({ nextDueInMs: 500, halted: false });
  await db`update relay_batches set state = 'consumed'`;
});

test("trouble with the node is no error, only a reason to look again", async () => {
  const ctx = withChain(world.systemContext(), ({ rpc }) => ({
    rpc: faultyRpc(rpc, () => Promise.reject(new Error("connection refused"))),
  }));
  const input = { chainId: world.chain.chainId, until: new Date() };
  expect(await indexChain(ctx, input)).toEqual({ nextDueInMs: 500, halted: false });
});

test("each tick wakes every chain once", async () => {
  await world.db`delete from outbox`;
  await wakeChains(world.systemContext());
  const rows = await world.db`select name, data from outbox`;
  expect(rows).toEqual([{ name: "chain/scan.requested", data: { chainId: world.chain.chainId } }]);
});
