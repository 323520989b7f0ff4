import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "@/lib/adapters/chain/chains";
import type { Address, Hex } from "@/lib/core/chain/hex";
import { Refusal } from "@/lib/core/errors";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import type { ChainAccount } from "@/testing/chain";
import { reasonOf } from "@/testing/hosted-pages";
import { newWallet } from "@/testing/owners";
import { index, makeFinal } from "@/testing/relay";
import { createWorld, type World } from "@/testing/world";
import { getOnchainState } from "./get-onchain-state";
import { readMerchant } from "./get-own-merchant";
import { transferOwnership } from "./transfer-ownership";
import { updateMerchant } from "./update-merchant";

/** What a wallet sends, as it is told. */
interface Call {
  readonly from: Address;
  readonly to: Address;
  readonly data: string;
}

const asked = () => {
  throw new Refusal("permission_denied", "again", { details: { reason: "step_up_required" } });
};

let world: World;
let other: ChainAccount;
let ctx: Context<SessionActor>;

beforeAll(async () => {
  world = await createWorld();
  other = await newWallet(world);
  const { id: merchantId, owner } = world.merchant;
  await world.chain.request("anvil_setBalance", [owner.address, "0xde0b6b3a7640000"]);
  await world.db`update merchants set email = 'ada@x.example' where id = ${merchantId}`;
  const actor = { kind: "session", userId: "usr_x", sessionId: "ses_x", merchantId } as const;
  const requireStepUp = () => {};
  ctx = { ...world.systemContext(), actor: { ...actor, mode: "test" }, requireStepUp };
}, 120_000);
afterAll(() => world?.stop());

const send = (by: ChainAccount, { from, to, data }: Call) => {
  expect(from).toBe(by.address);
  return world.send(by, { to, data: data as Hex });
};
const rotate = async (payoutAddress: Address, as = ctx) => {
  const prepared = await updateMerchant.prepare(as, { payoutAddress });
  return updateMerchant.run(as, { payoutAddress }, prepared);
};
const transfer = async (newOwner: Address, as = ctx) => {
  const prepared = await transferOwnership.prepare(as, { newOwner });
  return transferOwnership.run(as, { newOwner }, prepared);
};
const mailed = async (kind: string) => {
  const mails = await world.db<{ recipient: string; mode: string; facts: object }[]>`
    select recipient, mode, facts from mails where kind = ${kind} order by created_at`;
  return mails.map(({ facts, ...mail }) => ({ ...mail, ...facts }));
};
const stored = async () => {
  const [row] = await world.db<{ owner: Address; payout: Address }[]>`
    select owner, payout from merchant_registrations
    where merchant_id = ${world.merchant.id} and mode = 'test'`;
  return row;
};

test("the payout address follows the owner's transaction once its block is final", async () => {
  const { owner, payout } = world.merchant;
  const { payoutRotation } = await rotate(other.address);
  const { instructions } = payoutRotation ?? {};
  if (!instructions) throw new Error("the owner's wallet has to send it");
  expect(instructions).toMatchObject({
    chainId: world.deployment().chainId,
    to: addressOf(world.deployment(), "registry"),
    value: "0",
  });
  await expect(
    world.send(other, { to: instructions.to, data: instructions.data as Hex }),
  ).rejects.toThrow();
  await send(owner, instructions);
  await index(world);
  expect(await getOnchainState(ctx)).toMatchObject({
    record: { payoutAddress: other.address },
    final: { payoutAddress: payout },
    stale: false,
  });
  expect((await readMerchant(world, world.merchant.id, "test")).payoutAddress).toBe(payout);
  expect((await rotate(other.address)).payoutRotation).toBeNull();
  expect((await rotate(payout)).payoutRotation).toMatchObject({ status: "awaiting_wallet" });
  expect(await mailed("payout_changed")).toEqual([]);

  await makeFinal(world);
  const told = {
    ...{ recipient: "ada@x.example", mode: "test", businessName: expect.any(String) },
    ...{ before: payout, after: other.address, chainId: world.deployment().chainId },
  };
  expect(await mailed("payout_changed")).toEqual([{ ...told, at: expect.any(String) }]);
  expect(await mailed("owner_changed")).toEqual([]);
  expect((await readMerchant(world, world.merchant.id, "test")).payoutAddress).toBe(other.address);
  expect(await getOnchainState(ctx)).toMatchObject({ final: { payoutAddress: other.address } });
});

test("the record is handed over by two wallets, and only once the second has accepted", async () => {
  const { owner } = world.merchant;
  expect((await getOnchainState(ctx)).calls).toEqual({
    acceptOwnership: null,
    cancelOwnershipTransfer: null,
  });
  const first = await transfer(other.address);
  await send(owner, first.start);
  const begun = await getOnchainState(ctx);
  expect(begun.record).toMatchObject({ owner: owner.address, pendingOwner: other.address });
  expect(begun.calls).toEqual({
    acceptOwnership: first.accept,
    cancelOwnershipTransfer: first.cancel,
  });
  await send(owner, first.cancel);
  await expect(
    world.send(other, { ...first.accept, data: first.accept.data as Hex }),
  ).rejects.toThrow();
  expect((await getOnchainState(ctx)).record).toMatchObject({ pendingOwner: null });

  const second = await transfer(other.address);
  await send(owner, second.start);
  await makeFinal(world);
  expect(await stored()).toMatchObject({ owner: owner.address });
  await send(other, second.accept);
  await index(world);
  expect(await getOnchainState(ctx)).toMatchObject({
    record: { owner: other.address, pendingOwner: null },
    final: { owner: owner.address },
  });
  // What is asked for now is the new owner's to send, though its block is not final.
  expect((await rotate(owner.address)).payoutRotation?.instructions.from).toBe(other.address);
  expect((await transfer(owner.address)).start.from).toBe(other.address);
  expect(await reasonOf(transfer(other.address))).toBe("owner_unchanged");
  await makeFinal(world);
  expect(await stored()).toMatchObject({ owner: other.address });
  expect(await mailed("owner_changed")).toMatchObject([
    { recipient: "ada@x.example", before: owner.address, after: other.address },
  ]);
  expect(await mailed("payout_changed")).toHaveLength(1);
  const audited = await world.db`
    select from audit_log where action = 'merchant.transfer_ownership'`;
  expect(audited.length).toBeGreaterThan(1);
});

test("wallets that a list names, or that cannot sign, are refused, and so is who is not registered", async () => {
  const registry = addressOf(world.deployment(), "registry");
  expect(await reasonOf(transfer(registry))).toBe("payout_not_allowed");
  const config = { ...world.config, SCREENING_LIST: "/nowhere" };
  expect(await reasonOf(transfer(world.merchant.payout, { ...ctx, config }))).toBe(
    "screening_unavailable",
  );
  const unknown = { ...ctx, actor: { ...ctx.actor, merchantId: "mer_unknown" } };
  expect(await reasonOf(transfer(other.address, unknown))).toBe("merchant_not_registered");
  await world.db`update merchants set status = 'closed' where id = ${world.merchant.id}`;
  expect(await reasonOf(transfer(world.merchant.payout))).toBe("merchant_closed");
  await world.db`update merchants set status = 'active' where id = ${world.merchant.id}`;
});

test("a payout address that is there is changed by who has authenticated anew alone", async () => {
  const current = other.address;
  expect(await stored()).toMatchObject({ payout: current });
  const stale = { ...ctx, requireStepUp: asked };
  const { requireStepUp: _, ...without } = ctx;
  for (const as of [stale, without]) {
    expect(await reasonOf(rotate(world.merchant.payout, as))).toBe("step_up_required");
  }
  expect((await rotate(current, stale)).payoutRotation).toBeNull();
});
