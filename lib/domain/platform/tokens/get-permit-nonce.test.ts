import { afterAll, beforeAll, expect, test } from "vitest";
import { httpRpc } from "@/lib/adapters/chain/rpc/rpc";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { saying, startHttpNode } from "@/testing/http-node";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { getPermitNonce } from "./get-permit-nonce";

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.stop());

const asked = () => ({ address: world.deployment().usdc, owner: world.merchant.payout });
const visitor = (): Context<PublicActor> => ({
  ...world.systemContext(),
  actor: { kind: "public", ip: "127.0.0.1" },
});

test("a permit nonce is the token's", async () => {
  expect(await getPermitNonce(visitor(), asked())).toEqual({ nonce: 0n });
});

test("of a chain that hangs nobody waits for it: try again", async () => {
  const ctx = withChain(visitor(), () => ({ rpc: { request: () => new Promise(() => {}) } }));
  await expect(getPermitNonce(ctx, asked())).rejects.toMatchObject({
    code: "api_error",
    info: { retryAfterSeconds: 2, details: { reason: "chain_unavailable" } },
  });
});

test("of a node whose plan is used up nothing is noticed where there is another one", async () => {
  const node = await startHttpNode();
  const error = { code: -32003, message: "daily request limit reached - upgrade your account" };
  node.answer = saying(200, JSON.stringify({ jsonrpc: "2.0", id: null, error }));
  const through = (...urls: string[]) => withChain(visitor(), () => ({ rpc: httpRpc(urls) }));
  const { rpcUrl } = world.chain;
  expect(await getPermitNonce(through(node.url, rpcUrl), asked())).toEqual({ nonce: 0n });
  await expect(getPermitNonce(through(node.url), asked())).rejects.toMatchObject({
    info: { details: { reason: "chain_unavailable" } },
  });
  await node.stop();
});

test("a token that is not settled in is not found", async () => {
  const other = { ...asked(), address: world.merchant.payout };
  await expect(getPermitNonce(visitor(), other)).rejects.toMatchObject({ code: "not_found" });
});
