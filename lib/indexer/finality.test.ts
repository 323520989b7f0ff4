import { afterEach, beforeEach, expect, test } from "vitest";
import type { Finality } from "@/lib/adapters/chain/presets";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { faultyRpc } from "@/testing/faulty-rpc";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { indexChain } from "./index-chain";
import { scanChain } from "./scan-chain";

const AMOUNT = 6_000_000n;

let world: World;
let session: SessionView;

/** A payment that is mined in the newest block. */
beforeEach(async () => {
  world = await createWorld();
  session = await createSession(world.merchantContext(), { amount: AMOUNT, currency: "USDC" });
  const payer = await fundPayer(world);
  await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await world.chain.mine();
});

afterEach(() => world?.stop());

const withFinality = (finality: Finality) =>
  withChain(world.systemContext(), () => ({ finality, local: false }));
const later = () => new Date(Date.now() + 20_000);
const index = (ctx: Context<SystemActor>) =>
  indexChain(ctx, { chainId: world.chain.chainId, until: later() });

async function scan(ctx: Context<SystemActor>) {
  const [chain] = ctx.chains.all;
  if (!chain) throw new Error("there is a chain");
  return scanChain(ctx, chain, later());
}

const read = () => getSession(world.merchantContext(), session);
const finalized = async () => {
  const [row] = await world.db<{ finalizedNumber: bigint }[]>`
    select finalized_number from chain_cursors`;
  return row?.finalizedNumber;
};

test("where a block is final at once, so is its payment", async () => {
  expect(await index(withFinality({ kind: "instant" }))).toEqual({
    nextDueInMs: null,
    halted: false,
  });
  expect(await read()).toMatchObject({ status: "confirmed" });
});

test("where blocks are final at once, a replaced one is a lost one", async () => {
  const ctx = withFinality({ kind: "instant" });
  await index(ctx);
  await world.chain.reorg(1);
  expect(await scan(ctx)).toEqual({ kind: "doubted" });
  expect(await read()).toMatchObject({ status: "confirmed" });
});

test("where the chain names its final block, a payment waits for it", async () => {
  const ctx = withFinality({ kind: "tag" });
  await scan(ctx);
  expect(await read()).toMatchObject({ status: "pending", payment: { state: "seen" } });
  await world.chain.mine(1);
  await scan(ctx);
  expect(await read()).toMatchObject({ status: "pending" });
  await world.chain.mine(1);
  await scan(ctx);
  expect(await read()).toMatchObject({ status: "confirmed" });
});

test("a final block that is not the one that was read makes nothing final", async () => {
  const ctx = withFinality({ kind: "tag" });
  await scan(ctx);
  const before = await finalized();
  await world.chain.mine(4);
  const liar = withChain(ctx, ({ rpc }) => ({
    rpc: faultyRpc(rpc, ({ params, ask }) =>
      params[0] === "finalized"
        ? ask().then((block) => ({ ...(block as object), hash: `0x${"99".repeat(32)}` }))
        : undefined,
    ),
  }));
  await scan(liar);
  expect(await finalized()).toBe(before);
  expect(await read()).toMatchObject({ status: "pending" });
});

test("before the chain has named a final block nothing is final", async () => {
  const ctx = withChain(withFinality({ kind: "tag" }), ({ rpc }) => ({
    rpc: faultyRpc(rpc, ({ params }) =>
      params[0] === "finalized" ? Promise.resolve(null) : undefined,
    ),
  }));
  await world.chain.mine(4);
  await scan(ctx);
  expect(await finalized()).toBe(-1n);
  expect(await read()).toMatchObject({ status: "pending", payment: { state: "seen" } });
});

test("finality never moves back", async () => {
  await world.chain.mine(6);
  await scan(withFinality({ kind: "depth", depth: 2 }));
  const before = await finalized();
  await scan(withFinality({ kind: "depth", depth: 5 }));
  expect(await finalized()).toBe(before);
});
