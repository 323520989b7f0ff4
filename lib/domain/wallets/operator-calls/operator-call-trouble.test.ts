import type { Hex } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { lowerHex } from "@/lib/core/chain/hex";
import { drainRelay } from "@/lib/domain/wallets/drain-relay";
import { crashingDb } from "@/testing/crashing-db";
import { type Fault, faultyRpc } from "@/testing/faulty-rpc";
import { operate } from "@/testing/operator";
import {
  addMerchantApart,
  callRow,
  eventsOf,
  finishCalls,
  hurryCalls,
  operatorContext,
  operatorNonce,
  recordOf,
  want,
} from "@/testing/operator-calls";
import type { TestMerchant } from "@/testing/register-merchant";
import { drain, index, makeFinal } from "@/testing/relay";
import { ageAttempts, slotsOf } from "@/testing/relay-slots";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { withdrawOperatorCall } from "./withdraw-operator-call";

let world: World;
let merchant: TestMerchant;
let fault: Fault = () => undefined;
const sent: Hex[] = [];

beforeAll(async () => {
  const spied = (rpc: Rpc) =>
    faultyRpc(rpc, (call) => {
      if (call.method === "eth_sendRawTransaction") sent.push(call.params[0] as Hex);
      return fault(call);
    });
  world = await createWorld({
    env: { RELAY_BATCH_WAIT_MS: "0", RELAY_MAX_FEE_GWEI: "50" },
    wrapRpc: spied,
  });
}, 120_000);
afterAll(() => world?.stop());
beforeEach(async () => {
  fault = () => undefined;
  merchant = await addMerchantApart(world);
  sent.length = 0;
});
afterEach(async () => {
  fault = () => undefined;
  const open = await world.db<{ id: string }[]>`
    select id from operator_calls where state = 'queued'`;
  for (const { id } of open) await withdrawOperatorCall(operatorContext(world), id);
});

const system = () => world.systemContext();
const drained = (times = 1) => drain(system(), times);
const finish = () => finishCalls(world, system());
const operator = () => world.chain.operator;
const wantFee = (feeBps: number) =>
  want(world, {
    kind: "set_fee",
    deployment: world.deployment(),
    merchantId: merchant.id,
    feeBps,
  });
const slotOf = async (call: { id: string }) => {
  const { txHash } = await callRow(world, call);
  return (await slotsOf(world)).find(({ attempts }) =>
    attempts.some(({ hash }) => hash === txHash),
  );
};

/** The fee that was set last: a raise is announced. */
async function feeSet(): Promise<number> {
  const { feeBps, nextFee } = await recordOf(world.deployment(), merchant);
  return nextFee?.feeBps ?? feeBps;
}

/** Finishes, and checks that the fee was set once for each call since `before`. */
async function expectSet(call: { id: string }, feeBps: number, before: number, times = 1) {
  await finish();
  expect(await callRow(world, call)).toMatchObject({ state: "done" });
  expect(await feeSet()).toBe(feeBps);
  expect(await eventsOf(world, "set_fee")).toBe(before + times);
}

test("a process that dies at any step leaves a call that has its effect once", async () => {
  const before = await eventsOf(world, "set_fee");
  let steps = 0;
  for (let at = 1; at < 200; at += 1) {
    const call = await wantFee(at % 2 === 0 ? 100 : 200);
    let crashed = false;
    const dies = async () => {
      const db = crashingDb(world.db, at);
      await drainRelay({ ...system(), db }, { until: new Date(0) }).catch(() => {
        crashed = true;
      });
      await world.db`update relay_wallets set lease_until = null, lease_owner = null`;
      await ageAttempts(world, 5);
    };
    // Before it is signed, sent and noted, before it is noted as mined, and before it is final.
    await dies();
    await world.chain.mine();
    await dies();
    await makeFinal(world);
    await dies();
    await expectSet(call, at % 2 === 0 ? 100 : 200, before, at);
    steps = at;
    if (!crashed) break;
  }
  expect(steps).toBeGreaterThan(15);
  const [row] = await world.db<{ nextNonce: bigint }[]>`
    select next_nonce from relay_wallets where address = ${operator().address.toLowerCase()}`;
  expect(row?.nextNonce).toBe(await operatorNonce(world));
}, 600_000);

test("a dropped transaction is sent again, and replaced for more", async () => {
  const before = await eventsOf(world, "set_fee");
  const call = await wantFee(33);
  await drained();
  const first = (await slotOf(call))?.attempts[0];
  await world.chain.request("anvil_dropTransaction", [first?.hash]);
  await ageAttempts(world, 5);
  await drained();
  expect((await slotOf(call))?.attempts).toMatchObject([{ hash: first?.hash, sends: 2 }]);
  await world.chain.request("anvil_dropTransaction", [first?.hash]);
  await ageAttempts(world);
  await drained();
  const attempts = (await slotOf(call))?.attempts ?? [];
  expect(attempts.map(({ kind }) => kind)).toEqual(["payload", "payload"]);
  expect(BigInt(attempts[1]?.maxFeePerGas ?? 0) * 8n).toBeGreaterThanOrEqual(
    BigInt(attempts[0]?.maxFeePerGas ?? 0) * 9n,
  );
  await expectSet(call, 33, before);
});

test("a reorganisation takes it back into flight, and it lands once", async () => {
  const before = await eventsOf(world, "set_fee");
  const call = await wantFee(44);
  await drained();
  await world.chain.mine();
  await drained();
  expect(await callRow(world, call)).toMatchObject({ state: "mined" });
  await world.chain.reorg(1);
  await drained();
  expect(await callRow(world, call)).toMatchObject({ state: "signed" });
  expect(new Set(sent).size).toBe(1);
  await expectSet(call, 44, before);
});

test("a nonce that the key was used for elsewhere: the call is planned anew, and made once", async () => {
  const before = await eventsOf(world, "set_fee");
  const call = await wantFee(55);
  await drained();
  const slot = await slotOf(call);
  await world.chain.request("anvil_dropTransaction", [slot?.attempts[0]?.hash]);
  await world.send(operator(), { to: merchant.payout, data: "0x" });
  await ageAttempts(world, 5);
  await drained();
  await makeFinal(world);
  await drainRelay(system(), { until: new Date(Date.now() + 2_500) });
  expect(
    (await slotsOf(world)).find(
      ({ nonce, wallet }) => nonce === slot?.nonce && wallet === slot?.wallet,
    ),
  ).toMatchObject({ state: "consumed", consumedBy: null });
  await expectSet(call, 55, before);
  expect((await slotOf(call))?.nonce).not.toBe(slot?.nonce);
  expect((await callRow(world, call)).rounds).toBe(0);
});

test("the key's other user wanted the same: nothing is sent a second time", async () => {
  const before = await eventsOf(world, "set_fee");
  const call = await wantFee(66);
  await drained();
  const raw = sent[0];
  const slot = await slotOf(call);
  await world.chain.request("anvil_dropTransaction", [slot?.attempts[0]?.hash]);
  const elsewhere = await callDataOf(raw);
  await world.send(operator(), elsewhere);
  await makeFinal(world);
  await drainRelay(system(), { until: new Date(Date.now() + 2_500) });
  await expectSet(call, 66, before);
});

async function callDataOf(raw: Hex | undefined) {
  const { parseTransaction } = await import("viem");
  const { to, data = "0x" } = parseTransaction(raw ?? "0x");
  if (!to) throw new Error("it calls something");
  return { to, data };
}

test("two processes that race for a call make it once", async () => {
  const before = await eventsOf(world, "set_fee");
  for (const feeBps of [71, 72, 73]) {
    const call = await wantFee(feeBps);
    await Promise.all([1, 2, 3].map(() => drainRelay(system(), { until: new Date(0) })));
    await world.db`update relay_wallets set lease_until = null, lease_owner = null`;
    await Promise.all([1, 2, 3].map(() => drainRelay(system(), { until: new Date(0) })));
    await expectSet(call, feeBps, before, feeBps - 70);
  }
});

test("a call that is withdrawn between the look and the signing is not made", async () => {
  const before = await eventsOf(world, "set_fee");
  const call = await wantFee(77);
  let isWithdrawn = false;
  fault = ({ method, ask }) => {
    if (method !== "eth_feeHistory" || isWithdrawn) return undefined;
    isWithdrawn = true;
    return withdrawOperatorCall(operatorContext(world), call.id).then(ask);
  };
  await drained();
  expect(isWithdrawn).toBe(true);
  expect(sent).toEqual([]);
  await makeFinal(world);
  expect(await eventsOf(world, "set_fee")).toBe(before);
  expect(await callRow(world, call)).toMatchObject({ state: "refused", failure: "withdrawn" });
});

test("a call that reverts is planned anew, and given up after some rounds", async () => {
  const { address } = world.deployment().contracts.registry;
  const code = await world.chain.request<Hex>("eth_getCode", [address, "latest"]);
  const call = await wantFee(88);
  for (let round = 1; round <= 4; round += 1) {
    await hurryCalls(world);
    await drained();
    expect(await callRow(world, call)).toMatchObject({ state: "signed", rounds: round - 1 });
    // Between the look and the block something changes that the contract refuses.
    await world.chain.request("anvil_setCode", [address, "0x60006000fd"]);
    await world.chain.mine();
    await world.chain.request("anvil_setCode", [address, code]);
    await makeFinal(world);
    await ageAttempts(world, 5);
    // The pass that decides it does not sign it again.
    await world.db`
      update operator_calls set next_check_at = now() + interval '1 hour' where id = ${call.id}`;
    await drained(2);
    if (round < 4) {
      expect(await callRow(world, call)).toMatchObject({
        state: "queued",
        failure: "reverted",
        rounds: round,
      });
    }
  }
  expect(await callRow(world, call)).toMatchObject({ state: "failed", failure: "reverted" });
});

test("a node on another chain is believed in nothing, and gets nothing", async () => {
  await wantFee(98);
  await wantFee(100);
  await finish();
  sent.length = 0;
  const before = await eventsOf(world, "set_fee");
  const call = await wantFee(100);
  const other = await wantFee(99);
  fault = ({ method }) => (method === "eth_chainId" ? Promise.resolve("0x1") : undefined);
  await drained(3);
  expect(sent).toEqual([]);
  expect(await callRow(world, call)).toMatchObject({ state: "queued" });
  fault = () => undefined;
  await expectSet(other, 99, before);
  expect(await callRow(world, call)).toMatchObject({ state: "done", batchId: null });
});

test("an answer that says nothing about one call leaves the others to be made", async () => {
  const [first, second] = [merchant, await addMerchantApart(world)];
  const call = await wantFee(12);
  merchant = second;
  const other = await wantFee(13);
  const id = first.chainMerchantId.test.toString(16).padStart(64, "0");
  fault = ({ method, params }) =>
    method === "eth_call" && JSON.stringify(params).includes(id)
      ? Promise.resolve("0x")
      : undefined;
  await drained();
  expect(await callRow(world, call)).toMatchObject({ failure: "chain_unavailable" });
  expect(await callRow(world, other)).toMatchObject({ state: "signed" });
  fault = () => undefined;
  await finish();
  expect(await callRow(world, call)).toMatchObject({ state: "done" });
});

test("calls that cannot be made yet, however many, keep no new one waiting", async () => {
  const { id, chainId } = world.deployment();
  await world.db`
    insert into operator_calls (id, kind, chain_id, deployment_id, mode, keeper, is_allowed,
      requested_by, next_check_at)
    select 'opc_waits_' || n, 'set_keeper', ${chainId}, ${id}, 'test',
      decode(lpad(to_hex(n), 40, 'ab'), 'hex'), true, 'test', now() - interval '1 second'
    from generate_series(1, 20) n`;
  const call = await wantFee(15);
  fault = ({ method, params }) =>
    method === "eth_call" && JSON.stringify(params).includes("abababab")
      ? Promise.resolve("0x")
      : undefined;
  await drained();
  expect(await callRow(world, call)).toMatchObject({ state: "signed" });
  expect(await callRow(world, { id: "opc_waits_1" })).toMatchObject({
    state: "queued",
    failure: "chain_unavailable",
  });
});

describe("a wallet", () => {
  test("without gas money reserves no nonce, and goes on after a top-up", async () => {
    const before = await eventsOf(world, "set_fee");
    const { address } = operator();
    await world.chain.request("anvil_setBalance", [address, "0x1"]);
    const call = await wantFee(21);
    const slots = (await slotsOf(world)).length;
    await drained(2);
    expect(await callRow(world, call)).toMatchObject({ state: "queued", batchId: null });
    expect(await slotsOf(world)).toHaveLength(slots);
    const [row] = await world.db`
      select blocked_reason from relay_wallets where address = ${address.toLowerCase()}`;
    expect(row).toMatchObject({ blockedReason: "no_gas" });
    await world.chain.request("anvil_setBalance", [address, "0x21e19e0c9bab2400000"]);
    await expectSet(call, 21, before);
  });

  test("that is not the registry's operator signs nothing, and the call says so", async () => {
    const [other] = world.chain.payers;
    const ctx = system();
    const config = { ...ctx.config, OPERATOR_PRIVATE_KEY: [other?.privateKey ?? "0x"] };
    const call = await wantFee(22);
    await drain({ ...ctx, config });
    expect(await callRow(world, call)).toMatchObject({ state: "queued", failure: "not_operator" });
    expect(sent).toEqual([]);
    await finish();
    expect(await callRow(world, call)).toMatchObject({ state: "done" });
  });

  test("of several leaves a call to the one that is the registry's operator", async () => {
    const [other] = world.chain.payers;
    if (!other) throw new Error("the chain has payers");
    const ctx = system();
    const keys = [other.privateKey, ...ctx.config.OPERATOR_PRIVATE_KEY];
    const both = { ...ctx, config: { ...ctx.config, OPERATOR_PRIVATE_KEY: keys } };
    const call = await wantFee(25);
    const wallet = lowerHex(other.address);
    await drainRelay(both, { wallet, until: new Date(0) });
    expect(await callRow(world, call)).toMatchObject({ state: "queued", failure: null });
    await finishCalls(world, both);
    expect(await callRow(world, call)).toMatchObject({ state: "done" });
  });

  test("takes no payment where it is the operator's, and no call where it is a relayer's", async () => {
    const call = await wantFee(23);
    const ctx = system();
    await drain({ ...ctx, config: { ...ctx.config, OPERATOR_PRIVATE_KEY: [] } });
    expect(await callRow(world, call)).toMatchObject({ state: "queued", wallet: null });
    await finish();
    const { wallet } = await callRow(world, call);
    expect(wallet).toBe(operator().address.toLowerCase());
    const slots = (await slotsOf(world)).filter((slot) => slot.wallet === wallet);
    expect(new Set(slots.map(({ kind }) => kind))).toEqual(new Set(["operator_call"]));
  });

  test("that is retired signs no call more, and does after it is reinstated", async () => {
    const { address } = operator();
    const service = (command: string) =>
      operate(system(), command, address, "--chain", "31337", "--apply", "--reason", "drill");
    await service("retire-wallet");
    const call = await wantFee(24);
    await drained(2);
    expect(await callRow(world, call)).toMatchObject({ state: "queued" });
    await service("reinstate-wallet");
    await finish();
    expect(await callRow(world, call)).toMatchObject({ state: "done" });
  });
});

test("drill: a final part of the chain is lost, and calls in it land again, once and in their order", async () => {
  const start = BigInt(await world.chain.request<Hex>("eth_blockNumber", []));
  const before = await eventsOf(world, "set_fee");
  const first = await wantFee(201);
  const second = await wantFee(202);
  await finish();
  const third = await wantFee(203);
  await drained();
  const ctx = withChain(system(), () => ({ local: false }));
  const head = BigInt(await world.chain.request<Hex>("eth_blockNumber", []));
  await world.chain.request("anvil_reorg", [Number(head - start), []]);
  expect(await eventsOf(world, "set_fee")).toBe(before);
  const args = ["rebuild", "--chain", "31337", "--one-node", "yes", "--apply", "--reason", "drill"];
  await index(world).catch(() => {});
  const rebuilt = await operate(ctx, ...args);
  expect(rebuilt).toMatchObject({ code: 0 });
  expect(await callRow(world, first)).toMatchObject({ state: "signed", closedAt: null });
  expect(await callRow(world, second)).toMatchObject({ state: "queued" });
  await finish();
  for (const call of [first, second, third]) {
    expect(await callRow(world, call)).toMatchObject({ state: "done" });
  }
  expect(await feeSet()).toBe(203);
});
