import { encodeFunctionData, type Hex, parseSignature } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { tokenDomain } from "@/lib/adapters/chain/calls/payments";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { nextNonce } from "@/lib/domain/payments/hosted-page/next-nonce";
import { readFinality } from "@/lib/domain/wallets/finality";
import type { ChainAccount } from "@/testing/chain";
import { forgetfulNode } from "@/testing/faulty-rpc";
import {
  drain,
  drainFor,
  index,
  makeFinal,
  newPayer,
  openSession,
  settlementsOf,
  signRequest,
  spend,
  submissionRow,
  submit,
} from "@/testing/relay";
import { hurry, slotsOf } from "@/testing/relay-slots";
import { createWorld, type World } from "@/testing/world";
import { finalAuthorization } from "./final-authorization";

let world: World;
let node: ReturnType<typeof forgetfulNode>;

/** A node that has the newest block's state alone; a block is final when four follow it. */
beforeAll(async () => {
  const wrapRpc = (rpc: Rpc) => {
    node = forgetfulNode(rpc, 1);
    return node;
  };
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" }, finalityDepth: 4, wrapRpc });
});
afterAll(() => world?.stop());
beforeEach(() => world.chain.mine());

const merchant = () => world.merchantContext();
const shown = async (view: { id: string }) => {
  const { state, failureCode } = await submissionRow(world, view);
  return { state, failureCode };
};

async function look(times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await hurry(world);
    await drain(world.systemContext());
  }
}

async function sent(payer: ChainAccount) {
  const input = await signRequest(world, payer, await openSession(world));
  const view = await submit(merchant(), input);
  await drain(world.systemContext());
  expect(await shown(view)).toMatchObject({ state: "broadcast" });
  return { view, nonce: input.auth.nonce };
}

/** The payer takes an authorization back on chain, in a block of its own. */
async function cancel(payer: ChainAccount, nonce: Bytes32): Promise<void> {
  const token = world.deployment().tokens.USDC;
  if (!token) throw new Error("the local chain has USDC");
  const signature = await privateKeyToAccount(payer.privateKey).signTypedData({
    domain: tokenDomain(token),
    types: {
      CancelAuthorization: [
        { name: "authorizer", type: "address" },
        { name: "nonce", type: "bytes32" },
      ],
    },
    primaryType: "CancelAuthorization",
    message: { authorizer: payer.address, nonce },
  });
  const { r, s, yParity } = parseSignature(signature);
  const args = [payer.address, nonce, 27 + yParity, r, s] as const;
  const data: Hex = encodeFunctionData({
    abi: fiatTokenAbi,
    functionName: "cancelAuthorization",
    args,
  });
  await world.send(world.chain.operator, { to: token.address, data });
}

test("an authorization that was cancelled is failed when that is final, and not before", async () => {
  const payer = await newPayer(world);
  const { view, nonce } = await sent(payer);
  await cancel(payer, nonce);
  await index(world);
  await look(2);
  expect(await shown(view)).toEqual({ state: "mined", failureCode: "nonce_used" });
  await world.chain.mine(3);
  await index(world);
  await look();
  expect(await shown(view)).toMatchObject({ state: "mined" });
  await makeFinal(world, 4);
  await look(2);
  expect(await shown(view)).toEqual({ state: "failed", failureCode: "authorization_consumed" });
  expect(node.refused()).toBeGreaterThan(0);
});

test("one that is not spent is queued again once its slot is used up, and settled", async () => {
  const payer = await newPayer(world, 5_000_000n);
  const { view } = await sent(payer);
  await spend(world, payer, 1_000_000n);
  await look();
  expect(await shown(view)).toEqual({ state: "mined", failureCode: "insufficient_balance" });
  await world.mint(payer.address, 1_000_000n);
  await makeFinal(world, 4);
  await look(3);
  expect(await shown(view)).toMatchObject({ state: "broadcast" });
  await makeFinal(world, 6);
  expect(await shown(view)).toMatchObject({ state: "confirmed" });
  expect(await settlementsOf(world, view.paymentId)).toBe(1);
});

test("one that is cancelled after its slot was used up stays open until that is final", async () => {
  const payer = await newPayer(world, 5_000_000n);
  const { view, nonce } = await sent(payer);
  await spend(world, payer, 1n);
  await makeFinal(world, 4);
  await cancel(payer, nonce);
  await index(world);
  await look(2);
  expect((await slotsOf(world)).at(-1)).toMatchObject({ state: "consumed" });
  expect(await shown(view)).toMatchObject({ state: "mined" });
  await makeFinal(world, 4);
  await look(2);
  expect(await shown(view)).toEqual({ state: "failed", failureCode: "authorization_consumed" });
});

test("a cancellation that was only seen in a block that was replaced counts for nothing", async () => {
  const payer = await newPayer(world);
  const nonce: Bytes32 = `0x${"5c".repeat(32)}`;
  const { usdc } = world.deployment();
  const { chain } = world.deployment();
  const authorization = { token: usdc, payer: payer.address, nonce };
  const ask = async () => {
    const finality = await readFinality(world.db, chain.id);
    if (!finality) throw new Error("the chain was read");
    return finalAuthorization(world.db, chain, authorization, finality);
  };
  await index(world);
  expect(await ask()).toBe("unspent");
  await cancel(payer, nonce);
  expect(await ask()).toBe("unknown");
  expect(await world.db`select from authorization_sightings where nonce = ${nonce}`).toHaveLength(
    1,
  );
  await world.chain.reorg(1);
  await makeFinal(world, 6);
  expect(await ask()).toBe("unspent");

  await cancel(payer, nonce);
  expect(await ask()).toBe("unknown");
  expect(await ask()).toBe("unknown");
  await makeFinal(world, 4);
  expect(await ask()).toBe("spent");
});

test("a node that lags behind the final block says nothing by not knowing of a use", async () => {
  const payer = await newPayer(world);
  const { chain, usdc } = world.deployment();
  const finality = { number: 10_000_000n, at: new Date() };
  const authorization = {
    token: usdc,
    payer: payer.address,
    nonce: `0x${"5d".repeat(32)}`,
  } as const;
  expect(await finalAuthorization(world.db, chain, authorization, finality)).toBe("unknown");
});

test("the hosted pages pass over a cancelled authorization once that is final", async () => {
  const payer = await newPayer(world);
  const { chain, usdc } = world.deployment();
  const source = { db: world.db, chains: world.chains, chain };
  const since = new Date(Date.now() - 60_000);
  const nonces = ["a1", "a2"].map((byte): Bytes32 => `0x${byte.repeat(32)}`);
  const next = () => nextNonce(source, nonces, { token: usdc, payer: payer.address, since });
  expect(await next()).toBe(0);
  await cancel(payer, `0x${"a1".repeat(32)}`);
  await index(world);
  const pending = { info: { details: { reason: "authorization_pending" } } };
  await expect(next()).rejects.toMatchObject(pending);
  await makeFinal(world, 4);
  expect(await next()).toBe(1);
});

test("sightings that are old are forgotten", async () => {
  const payer = await newPayer(world);
  const { usdc, chain } = world.deployment();
  await world.db`
    update authorization_sightings set seen_at = now() - interval '3 days'`;
  const nonce: Bytes32 = `0x${"5e".repeat(32)}`;
  await cancel(payer, nonce);
  await index(world);
  const finality = await readFinality(world.db, chain.id);
  if (!finality) throw new Error("the chain was read");
  const authorization = { token: usdc, payer: payer.address, nonce };
  await finalAuthorization(world.db, chain, authorization, finality);
  expect(await world.db`select nonce from authorization_sightings`).toEqual([{ nonce }]);
});

test("a slot whose nonce a foreign transaction used is closed, and its payment is made by another", {
  timeout: 90_000,
}, async () => {
  const payer = await newPayer(world);
  const { view } = await sent(payer);
  const slot = (await slotsOf(world)).at(-1);
  const relayer = world.chain.relayers.find(
    ({ address }) => address.toLowerCase() === slot?.wallet,
  );
  if (!slot || !relayer) throw new Error("a slot is open");
  await world.chain.request("anvil_dropTransaction", [slot.attempts[0]?.hash]);
  await world.send(relayer, { to: world.merchant.payout, data: "0x" });
  await expect
    .poll(
      async () => {
        await makeFinal(world, 4);
        await hurry(world);
        await drainFor(world.systemContext(), 2_000);
        return shown(view);
      },
      { timeout: 60_000 },
    )
    .toMatchObject({ state: "confirmed" });
  expect(await settlementsOf(world, view.paymentId)).toBe(1);
});
