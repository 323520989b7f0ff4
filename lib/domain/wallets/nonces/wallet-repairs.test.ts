import { type Hex, parseTransaction } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Address, lowerHex } from "@/lib/core/chain/hex";
import { getSubmission } from "@/lib/domain/payments/intake/get-submission";
import { planRequeue, requeueSubmission } from "@/lib/domain/payments/outcomes/requeue-submission";
import type { ChainAccount } from "@/testing/chain";
import { type Fault, faultyRpc } from "@/testing/faulty-rpc";
import { operate } from "@/testing/operator";
import {
  drain,
  drainFor,
  index,
  makeFinal,
  newPayer,
  newPayers,
  settlementsOf,
  signRequest,
  spend,
  submissionRow,
  submit,
} from "@/testing/relay";
import { ageAttempts, hurry, slotsOf } from "@/testing/relay-slots";
import { createWorld, type World } from "@/testing/world";
import { fillNonceGap, planGapFill } from "./fill-nonce-gap";
import { planCounterRaise, raiseCounter } from "./raise-counter";
import { planRetirement, reinstateWallet, retireWallet } from "./retire-wallet";

let world: World;
let fault: Fault = () => undefined;
const sentRaws: Hex[] = [];

beforeAll(async () => {
  world = await createWorld({
    env: { RELAY_BATCH_WAIT_MS: "0" },
    wrapRpc: (rpc) =>
      faultyRpc(rpc, (call) => {
        if (call.method === "eth_sendRawTransaction") sentRaws.push(call.params[0] as Hex);
        return fault(call);
      }),
  });
});
afterAll(() => world.stop());
beforeEach(async () => {
  fault = () => undefined;
  sentRaws.length = 0;
  await world.chain.mine();
});

const merchant = () => world.merchantContext();
/** With the relay wallets of these positions. */
const system = (positions = [0]) => {
  const ctx = world.systemContext();
  const keys = positions.flatMap((at) => ctx.config.RELAYER_PRIVATE_KEYS[at] ?? []);
  return { ...ctx, config: { ...ctx.config, RELAYER_PRIVATE_KEYS: keys } };
};
const account = (at = 0): ChainAccount => {
  const found = world.chain.relayers[at];
  if (!found) throw new Error("there are relayers");
  return found;
};
const name = (at = 0) => ({ chainId: 31337, wallet: lowerHex(account(at).address) });
const relayed = async (payer: ChainAccount) =>
  submit(merchant(), await signRequest(world, payer, null));
const shown = (view: { idempotencyKey: string }) => getSubmission(merchant(), view);
const counterOf = async (wallet: Address) => {
  const [row] = await world.db<{ nextNonce: bigint }[]>`
    select next_nonce from relay_wallets where address = ${wallet}`;
  return row?.nextNonce ?? -1n;
};

async function settle(positions = [0]): Promise<void> {
  const ctx = system(positions);
  for (let round = 0; round < 2; round += 1) {
    await hurry(world);
    await drain(ctx, 2);
    await world.chain.mine();
    await drain(ctx);
    await makeFinal(world);
    await drain(ctx);
  }
}

describe("a wallet's counter", () => {
  test("is raised to what is final, or further where the operator says so, never past the chain", async () => {
    const first = await relayed(await newPayer(world));
    await settle();
    expect(await shown(first)).toMatchObject({ status: "confirmed" });
    const before = await counterOf(name().wallet);
    await expect(raiseCounter(system(), name())).rejects.toMatchObject({
      info: { details: { reason: "counter_not_behind" } },
    });
    await world.send(account(), { to: world.merchant.payout, data: "0x" });
    await makeFinal(world);
    await world.send(account(), { to: world.merchant.payout, data: "0x" });
    expect(await planCounterRaise(system(), name())).toMatchObject({
      databaseCounter: before,
      latestCount: before + 2n,
      finalCount: before + 1n,
      target: before + 1n,
      openSlots: [],
    });
    await expect(raiseCounter(system(), { ...name(), to: before + 3n })).rejects.toMatchObject({
      info: { details: { reason: "counter_beyond_chain" } },
    });
    expect(await counterOf(name().wallet)).toBe(before);
    await raiseCounter(system(), name());
    expect(await counterOf(name().wallet)).toBe(before + 1n);
    await raiseCounter(system(), { ...name(), to: before + 2n });
    const view = await relayed(await newPayer(world));
    await settle();
    expect(await shown(view)).toMatchObject({ status: "confirmed" });
    expect(parseTransaction(sentRaws.at(-1) ?? "0x").nonce).toBe(Number(before + 2n));
  });

  test("of a wallet that never relayed is not found", async () => {
    const unknown = { chainId: 31337, wallet: world.merchant.payout };
    await expect(planCounterRaise(system(), unknown)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a gap in a wallet's nonces", () => {
  test("that never had a slot is filled with a transaction that does nothing", async () => {
    await settle();
    const gap = await counterOf(name().wallet);
    await world.db`
      update relay_wallets set next_nonce = next_nonce + 2 where address = ${name().wallet}`;
    const view = await relayed(await newPayer(world));
    await settle();
    expect(await shown(view)).toMatchObject({ status: "submitted" });
    const { missing } = await planGapFill(system(), name());
    expect(missing).toEqual([
      { nonce: gap, consumedSlot: null, kept: false },
      { nonce: gap + 1n, consumedSlot: null, kept: false },
    ]);
    await expect(fillNonceGap(system([1]), name())).rejects.toMatchObject({
      info: { details: { reason: "key_missing" } },
    });
    const dry = await operate(system([1]), "fill-nonce-gap", name().wallet, "--chain", "31337");
    expect(dry).toMatchObject({ code: 1, err: "" });
    expect(dry.out).not.toContain("Add --apply");
    await fillNonceGap(system(), name());
    await ageAttempts(world, 5);
    await settle();
    expect(await shown(view)).toMatchObject({ status: "confirmed" });
    expect((await slotsOf(world)).filter(({ kind }) => kind === "noop")).toMatchObject([
      { nonce: gap, state: "consumed", items: 0 },
      { nonce: gap + 1n, state: "consumed", items: 0 },
    ]);
    await expect(fillNonceGap(system(), name())).rejects.toMatchObject({
      info: { details: { reason: "no_gap" } },
    });
  });

  test("that a deep reorganisation tore is closed by taking its used-up slots up again", async () => {
    const snapshot = await world.chain.snapshot();
    const lost = await relayed(await newPayer(world));
    await settle();
    expect(await shown(lost)).toMatchObject({ status: "confirmed" });
    const [slot] = (await slotsOf(world)).slice(-1);
    await world.chain.revert(snapshot);
    // The indexer has halted, so nothing is decided; the wallet is repaired by hand.
    const { missing } = await planGapFill(system(), name());
    expect(missing).toMatchObject([{ nonce: slot?.nonce }]);
    expect(missing[0]?.consumedSlot).not.toBeNull();
    await expect(
      world.db`update relay_batches set state = 'in_flight' where state = 'consumed'`,
    ).rejects.toThrow("is final");
    await fillNonceGap(system(), name());
    expect((await slotsOf(world)).at(-1)).toMatchObject({ state: "in_flight", consumedBy: null });
    await drain(system(), 2);
    await world.chain.mine();
    const count = await world.chain.request<Hex>("eth_getTransactionCount", [
      account().address,
      "latest",
    ]);
    expect(BigInt(count)).toBe(await counterOf(name().wallet));
    expect(await planGapFill(system(), name())).toMatchObject({ missing: [] });
    // The chain goes on past the height that was final before.
    await world.chain.mine(12);
    await world.db`delete from chain_cursors`;
    await world.db`delete from chain_blocks`;
    await world.db`delete from chain_events`;
    await index(world);
    await drain(system(), 2);
    expect((await slotsOf(world)).at(-1)).toMatchObject({ state: "consumed" });
  });
});

describe("a retired wallet", () => {
  test("takes nothing more; what it had signed is settled, the rest goes to the others", async () => {
    const [signedPayer, waitingPayer, ...later] = await newPayers(world, 4);
    if (!signedPayer || !waitingPayer) throw new Error("there are payers");
    const signed = await relayed(signedPayer);
    await drain(system());
    const waiting = await relayed(waitingPayer);
    await world.db`update relay_submissions set wallet = ${name().wallet} where id = ${waiting.id}`;
    expect(await planRetirement(system([0, 1]), name())).toMatchObject({
      retiredAt: null,
      canSign: true,
      queued: 1,
      openSlots: { in_flight: 1 },
      signedPayments: 1,
      others: 1,
    });
    await retireWallet(system([0, 1]), name());
    await expect(retireWallet(system([0, 1]), name())).rejects.toMatchObject({
      info: { details: { reason: "already_retired" } },
    });
    const before = await counterOf(name().wallet);
    const views = [signed, waiting];
    for (const payer of later) views.push(await relayed(payer));
    await settle([0, 1]);
    for (const view of views) expect(await shown(view)).toMatchObject({ status: "confirmed" });
    expect(await counterOf(name().wallet)).toBe(before);

    await reinstateWallet(system([0, 1]), name());
    await expect(reinstateWallet(system([0, 1]), name())).rejects.toMatchObject({
      info: { details: { reason: "not_retired" } },
    });
    const again = await relayed(await newPayer(world));
    await settle([0]);
    expect(await shown(again)).toMatchObject({ status: "confirmed" });
    expect(await counterOf(name().wallet)).toBe(before + 1n);
  });

  test("signs nothing, even by a drain that began before", async () => {
    const view = await relayed(await newPayer(world));
    // Between the examination of the payments and the signature.
    fault = ({ method }) => {
      if (method !== "eth_getBalance") return undefined;
      fault = () => undefined;
      return retireWallet(system(), name()).then(() =>
        world.chain.request("eth_getBalance", [account().address, "latest"]),
      );
    };
    const before = await counterOf(name().wallet);
    await drainFor(system(), 3_000);
    expect(await counterOf(name().wallet)).toBe(before);
    expect(sentRaws).toEqual([]);
    await reinstateWallet(system(), name());
    await settle();
    expect(await shown(view)).toMatchObject({ status: "confirmed" });
  });

  test("drill: its key is lost, and no payment is", async () => {
    const [minedPayer, stuckPayer, waitingPayer] = await newPayers(world, 3);
    if (!minedPayer || !stuckPayer || !waitingPayer) throw new Error("there are payers");
    const mined = await relayed(minedPayer);
    await drain(system());
    await world.chain.mine();
    await drain(system());
    // Its bytes never reach the node while the key is there.
    fault = ({ method }) =>
      method === "eth_sendRawTransaction" ? Promise.resolve(null) : undefined;
    const stuck = await relayed(stuckPayer);
    await drain(system());
    fault = () => undefined;
    const waiting = await relayed(waitingPayer);
    await world.db`update relay_submissions set wallet = ${name().wallet} where id = ${waiting.id}`;
    expect((await submissionRow(world, stuck)).state).toBe("signed");

    // From here on the key of the first wallet is configured nowhere.
    await retireWallet(system([1]), name());
    expect(await planRetirement(system([1]), name())).toMatchObject({
      canSign: false,
      queued: 0,
      openSlots: { mined: 1, signed: 1 },
    });
    await ageAttempts(world, 5);
    await settle([1]);
    for (const view of [mined, stuck, waiting]) {
      expect(await shown(view)).toMatchObject({ status: "confirmed" });
      expect(await settlementsOf(world, view.paymentId)).toBe(1);
    }
    expect((await slotsOf(world)).filter(({ state }) => state !== "consumed")).toEqual([]);
    const [slot] = (await slotsOf(world)).slice(-1);
    expect(slot?.wallet).toBe(name(1).wallet);
    await reinstateWallet(system(), name());
  });
});

describe("a stuck submission", () => {
  const cut = (view: { id: string }) => planRequeue(system(), { submissionId: view.id });
  const requeue = (view: { id: string }) => requeueSubmission(system(), { submissionId: view.id });

  test("that waits for its time is looked at now", async () => {
    const view = await relayed(await newPayer(world));
    await world.db`
      update relay_submissions set next_check_at = now() + interval '1 hour' where id = ${view.id}`;
    await drain(system());
    expect(await shown(view)).toMatchObject({ status: "queued" });
    expect(await cut(view)).toMatchObject({ verdict: "look_now", slot: null });
    await requeue(view);
    await settle();
    expect(await shown(view)).toMatchObject({ status: "confirmed" });
    expect(await cut(view)).toMatchObject({ verdict: "settled" });
  });

  test("is never queued again while its slot is open, or once it is settled", async () => {
    const view = await relayed(await newPayer(world));
    await drain(system());
    expect(await cut(view)).toMatchObject({
      verdict: "slot_open",
      slot: { wallet: name().wallet, state: "in_flight" },
    });
    await expect(requeue(view)).rejects.toMatchObject({
      info: { details: { reason: "slot_open" } },
    });
    await world.chain.mine();
    await index(world);
    expect(await cut(view)).toMatchObject({ verdict: "settled" });
    await expect(requeue(view)).rejects.toMatchObject({ info: { details: { reason: "settled" } } });
    await settle();
    expect(await settlementsOf(world, view.paymentId)).toBe(1);
  });

  test("that was queued too often is signed for again once its slot is used up for good", async () => {
    const payer = await newPayer(world, 5_000_000n);
    const view = await relayed(payer);
    await drain(system());
    // It fails on chain, since the money is gone, and has been tried as often as may be.
    await spend(world, payer, 1_000_000n);
    await world.db`update relay_submissions set rounds = 4 where id = ${view.id}`;
    await settle();
    expect(await submissionRow(world, view)).toMatchObject({ state: "mined", rounds: 4 });
    await world.mint(lowerHex(payer.address), 1_000_000n);
    await hurry(world);
    await drain(system());
    expect(await submissionRow(world, view)).toMatchObject({ state: "mined" });
    expect(await cut(view)).toMatchObject({ verdict: "sign_again", slot: { state: "consumed" } });
    await requeue(view);
    await settle();
    expect(await shown(view)).toMatchObject({ status: "confirmed" });
    expect(await settlementsOf(world, view.paymentId)).toBe(1);
  });

  test("that nobody sent is not found", async () => {
    await expect(cut({ id: "rs_nobody" })).rejects.toMatchObject({ code: "not_found" });
  });
});
