import { parseTransaction } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { chargeBatchGasLimit } from "@/lib/adapters/chain/calls/call-gas";
import { addressOf } from "@/lib/adapters/chain/chains";
import { readContract } from "@/lib/adapters/chain/reads/read-contract";
import { RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { lowerHex } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import { wakes } from "@/lib/core/operations/wakes";
import { drainRelay } from "@/lib/domain/wallets/drain-relay";
import { Crash, crashingDb } from "@/testing/crashing-db";
import { signEnrolment, submitEnrolment } from "@/testing/enrolments";
import { type Fault, faultyRpc } from "@/testing/faulty-rpc";
import { drain, drainFor, index, makeFinal, spend } from "@/testing/relay";
import { ageAttempts, slotsOf } from "@/testing/relay-slots";
import {
  renew,
  renewalsOf,
  storedSubscription,
  subscribe,
  toldOf,
  warpTo,
} from "@/testing/renewals";
import { fundPayer } from "@/testing/settlements";
import { insertPlan, type PlanRow } from "@/testing/subscription-rows";
import { allowKeepers } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { listStuckRenewals } from "./list-stuck-renewals";
import { renewalSlots } from "./renewal-slots";
import { retryRenewal } from "./retry-renewal";
import { takeRenewals } from "./take-renewals";

let world: World;
let plan: PlanRow;
let fault: Fault = () => undefined;
beforeAll(async () => {
  world = await createWorld({
    env: { RELAY_BATCH_WAIT_MS: "0" },
    wrapRpc: (rpc) => faultyRpc(rpc, (call) => fault(call)),
  });
  await allowKeepers(world);
  plan = await insertPlan(world);
});
afterAll(() => world.stop());
beforeEach(() => {
  fault = () => undefined;
});
afterEach(() => world.db`update subscriptions set attempt_at = null`);

type TestSubscription = Awaited<ReturnType<typeof subscribe>>;
const due = (row: { nextChargeAt: Date | null }) => row.nextChargeAt ?? new Date(0);
const many = async (count: number): Promise<TestSubscription[]> => {
  const rows: TestSubscription[] = [];
  while (rows.length < count) rows.push(await subscribe(world, plan));
  return rows;
};
const lastDue = (rows: readonly TestSubscription[]) =>
  new Date(Math.max(...rows.map((row) => due(row).getTime())));

/** How often the contract has charged a subscription. */
async function chargesOf(row: TestSubscription): Promise<bigint> {
  const found = await readContract(world.deployment().chain.rpc, {
    address: addressOf(world.deployment(), "subscriptions"),
    abi: subscriptionManagerAbi,
    functionName: "get",
    args: [row.onchainId],
  });
  return (plan.amount * 12n - found.remaining) / plan.amount;
}

test("the gas of a batch is the contract's own formula", async () => {
  for (const [groups, items] of [
    [1, 1],
    [1, 60],
    [3, 17],
    [60, 60],
  ] as const) {
    const limit = await readContract(world.deployment().chain.rpc, {
      address: addressOf(world.deployment(), "subscriptions"),
      abi: subscriptionManagerAbi,
      functionName: "batchGasLimit",
      args: [BigInt(groups), BigInt(items)],
    });
    expect(chargeBatchGasLimit(groups, items)).toBe(limit);
  }
});

describe("several keepers", () => {
  test("charge each once, though the clock of one is ten minutes ahead", async () => {
    const rows = await many(6);
    await warpTo(world, new Date(Math.min(...rows.map((row) => due(row).getTime())) - 300_000));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 600_000 });
    try {
      await drain(world.systemContext(), 2);
    } finally {
      vi.useRealTimers();
    }
    for (const row of rows) expect(await renewalsOf(world, row.id)).toEqual([]);
    await warpTo(world, lastDue(rows));
    const keepers = Array.from({ length: 4 }, () => world.systemContext());
    await Promise.all(keepers.map((ctx) => drain(ctx, 3)));
    await renew(world);
    for (const row of rows) {
      expect(await renewalsOf(world, row.id)).toMatchObject([{ period: 1, outcome: "charged" }]);
      expect(await chargesOf(row)).toBe(2n);
    }
  });

  test("charge the others when a node has no answer about some, who have not failed", async () => {
    const rows = await many(4);
    const [mute, unpaid, ...others] = rows;
    if (!mute || !unpaid) throw new Error("there are four");
    await warpTo(world, lastDue(rows));
    // What a payer holds, and what the contract has of a subscription.
    const unanswered = [mute.payer.slice(2), unpaid.onchainId.slice(2)];
    fault = ({ method, params }) => {
      const asked = JSON.stringify(params);
      if (method !== "eth_call" || !unanswered.some((text) => asked.includes(text))) return;
      throw new RpcUnavailable("the node asked to wait");
    };
    await drain(world.systemContext(), 2);
    fault = () => undefined;
    for (const row of others) {
      expect(await renewalsOf(world, row.id)).toMatchObject([{ period: 1 }]);
    }
    for (const row of [mute, unpaid]) {
      expect(await renewalsOf(world, row.id)).toEqual([]);
      expect(await storedSubscription(world, row.id)).toMatchObject({ status: "active" });
      expect(await toldOf(world, row.id)).not.toContain("subscription.charge_failed");
    }
    await renew(world);
    await warpTo(world, new Date(lastDue(rows).getTime() + 120_000));
    await renew(world);
    for (const row of rows) expect(await chargesOf(row)).toBe(2n);
  });

  test("charge while a node has no answer about somebody's enrolment", async () => {
    const row = await subscribe(world, plan);
    await warpTo(world, due(row));
    const payer = await fundPayer(world);
    await submitEnrolment(world.merchantContext(), await signEnrolment(world, payer, plan));
    fault = ({ method, params }) => {
      const asked = JSON.stringify(params).toLowerCase();
      if (method !== "eth_call" || !asked.includes(payer.address.slice(2).toLowerCase())) return;
      throw new RpcUnavailable("the node asked to wait");
    };
    await drainOne();
    expect(await renewalsOf(world, row.id)).toMatchObject([{ period: 1 }]);
  });

  test("take no more than a minute's lease: what one left is charged by another", async () => {
    const one = await subscribe(world, plan);
    await warpTo(world, due(one));
    // It dies at some step: before, in the middle of, or after signing.
    for (let at = 8; at < 40; at += 4) {
      const ctx = { ...world.systemContext(), db: crashingDb(world.db, at) };
      await drain(ctx, 1).catch((error) => {
        if (!(error instanceof Crash)) throw error;
      });
    }
    await world.db`update relay_wallets set lease_until = now() - interval '1 second'`;
    await warpTo(world, new Date(due(one).getTime() + 61_000));
    await renew(world);
    await renew(world);
    expect(await chargesOf(one)).toBe(2n);
    expect(await storedSubscription(world, one.id)).toMatchObject({
      status: "active",
      currentPeriod: 1,
    });
  });
});

describe("a charge that is signed", () => {
  test("is not signed for again while it is under way, whatever is due", async () => {
    const one = await subscribe(world, plan);
    await warpTo(world, due(one));
    await drain(world.systemContext(), 2);
    await world.db`update subscriptions set attempt_at = next_charge_at where id = ${one.id}`;
    await drain(world.systemContext(), 2);
    expect(await renewalsOf(world, one.id)).toMatchObject([{ period: 1, open: true }]);
    await renew(world);
    expect(await chargesOf(one)).toBe(2n);
  });

  test("and was not sent goes out as it was stored", async () => {
    const one = await subscribe(world, plan);
    await warpTo(world, due(one));
    fault = ({ method }) => {
      if (method !== "eth_sendRawTransaction") return undefined;
      throw new RpcUnavailable("the process is gone");
    };
    await drain(world.systemContext(), 2).catch(() => {});
    const [signed] = await renewalsOf(world, one.id);
    expect(signed).toMatchObject({ period: 1, open: true });
    fault = () => undefined;
    await ageAttempts(world, 5);
    await renew(world);
    await renew(world);
    expect(await renewalsOf(world, one.id)).toMatchObject([{ period: 1, outcome: "charged" }]);
    expect(await chargesOf(one)).toBe(2n);
  });

  test("and orphaned lands again, once", async () => {
    const one = await subscribe(world, plan);
    await warpTo(world, due(one));
    await drain(world.systemContext(), 2);
    await world.chain.mine();
    await drain(world.systemContext());
    await world.chain.reorg(1);
    expect(await chargesOf(one)).toBe(1n);
    await index(world);
    await ageAttempts(world, 20);
    await drain(world.systemContext(), 3);
    await renew(world);
    expect(await renewalsOf(world, one.id)).toMatchObject([{ period: 1, outcome: "charged" }]);
    expect(await chargesOf(one)).toBe(2n);
  });

  test("and not mined is given up when its subscription is cancelled", async () => {
    const one = await subscribe(world, plan);
    await warpTo(world, due(one));
    fault = ({ method }) => {
      if (method !== "eth_sendRawTransaction") return undefined;
      throw new RpcUnavailable("the process is gone");
    };
    await drain(world.systemContext(), 2).catch(() => {});
    await cancel(one);
    fault = () => undefined;
    await ageAttempts(world, 5);
    await renew(world);
    await renew(world);
    expect(await chargesOf(one)).toBe(1n);
    expect(await renewalsOf(world, one.id)).toMatchObject([{ outcome: "unsent" }]);
  });

  test("and refused, since the payer spent the money first, is looked at again and failed", async () => {
    const one = await subscribe(world, plan);
    await warpTo(world, due(one));
    await drain(world.systemContext(), 2);
    const [open] = await renewalsOf(world, one.id);
    expect(open).toMatchObject({ open: true });
    // The payer's transaction pays more, so that it is before the keeper's in the block.
    await payFirst(one, await world.balanceOf(one.payer));
    await drain(world.systemContext());
    await makeFinal(world);
    await drain(world.systemContext(), 3);
    expect(await renewalsOf(world, one.id)).toMatchObject([{ outcome: "reverted" }]);
    expect(await toldOf(world, one.id)).toEqual(["charged", "charge_failed"]);
    expect(await chargesOf(one)).toBe(1n);
  });

  test("has a gas limit by the formula, and carries its charges", async () => {
    const slots = (await slotsOf(world)).filter(({ kind }) => kind === "charge_batch");
    // How many fell due together depends on the seconds in which they were made.
    const sizes = await world.db<{ gasLimit: bigint; charges: number; groups: number }[]>`
      select b.gas_limit, count(*)::int as charges, count(distinct r.group_index)::int as groups
      from relay_batches b join subscription_renewals r on r.batch_id = b.id
      group by b.id order by b.created_at, b.nonce`;
    expect(sizes).toHaveLength(slots.length);
    expect(sizes.map(({ gasLimit }) => gasLimit)).toEqual(
      sizes.map(({ charges, groups }) => chargeBatchGasLimit(groups, charges)),
    );
    expect(Math.max(...sizes.map(({ charges }) => charges))).toBeGreaterThan(1);
    for (const { attempts, gasLimit } of slots) {
      const raw = attempts.find(({ kind }) => kind === "payload")?.raw;
      expect(raw && parseTransaction(raw).gas).toBe(gasLimit);
    }
  });
});

test("what is due by the newest block is signed before the next one, without waiting for others", async () => {
  const row = await subscribe(world, plan);
  await warpTo(world, due(row));
  const ctx = world.systemContext();
  await drainFor({ ...ctx, config: { ...ctx.config, RELAY_BATCH_WAIT_MS: 100 } }, 1_500);
  expect(await renewalsOf(world, row.id)).toMatchObject([{ period: 1, open: true }]);
  await renew(world);
});

test("a charge that was refused five times waits for an operator, who has it tried again", async () => {
  const one = await subscribe(world, plan);
  for (const id of ["rb_1", "rb_2", "rb_3", "rb_4"]) {
    await addSlot(id, one, { outcome: "reverted" });
  }
  await warpTo(world, due(one));
  await drain(world.systemContext(), 2);
  await payFirst(one, await world.balanceOf(one.payer));
  await drain(world.systemContext());
  await makeFinal(world);
  await drain(world.systemContext(), 3);
  const stuck = await storedSubscription(world, one.id);
  const nextPeriod = new Date(due(one).getTime() + Number(one.intervalSeconds) * 1_000);
  expect(stuck).toMatchObject({ status: "active", attemptAt: nextPeriod });
  for (const id of [undefined, one.id]) {
    const found = await listStuckRenewals(world.db, id);
    expect(found).toMatchObject([{ id: one.id, period: 1, refusals: 5 }]);
  }
  expect(await listStuckRenewals(world.db, newId("subscription"))).toEqual([]);

  await world.mint(one.payer, plan.amount);
  await index(world);
  await retryRenewal(
    {
      ...world.systemContext(),
      actor: { kind: "operator", name: "o@host", command: "retry-renewal", reason: "repaired" },
    },
    one.id,
  );
  expect(await listStuckRenewals(world.db)).toEqual([]);
  expect(await world.db`select from outbox where name = ${wakes.relay}`).not.toHaveLength(0);
  await renew(world);
  expect((await renewalsOf(world, one.id)).at(-1)).toMatchObject({ outcome: "charged" });
});

test("a cancel and a claim at once: either the charge is under way, or there is none", async () => {
  const rows = await many(8);
  await warpTo(world, lastDue(rows));
  await Promise.all([
    drain(world.systemContext(), 2),
    drain(world.systemContext(), 2),
    ...rows.map(async (row, at) => {
      await new Promise((resolve) => setTimeout(resolve, at * 12));
      await cancel(row);
    }),
  ]);
  // Those that were cancelled first are not signed for any more.
  const open = await Promise.all(rows.map(async (row) => (await renewalsOf(world, row.id)).length));
  await drain(world.systemContext(), 2);
  const after = await Promise.all(
    rows.map(async (row) => (await renewalsOf(world, row.id)).length),
  );
  expect(after).toEqual(open);
  await renew(world);
});

describe("what changes between the reading and the signing is not signed for:", () => {
  const keeper = () => {
    const wallet = lowerHex(world.chain.relayers[0]?.address ?? "0x");
    const shard = { chainId: world.deployment().chain.id, wallet, wallets: [wallet] };
    return { role: "relayer" as const, shard: { ...shard, coded: null, peers: [wallet] } };
  };
  /** What a keeper would sign of what it has read, once something has changed. */
  async function signed(one: TestSubscription, change: () => Promise<unknown>): Promise<boolean> {
    await warpTo(world, due(one));
    const { candidates } = await takeRenewals(world.systemContext(), keeper(), 1);
    const call = await candidates[0]?.examine(keeper().shard.wallet);
    if (!call) throw new Error("it would be charged");
    await change();
    return (await world.db.begin((tx) => call.lock(tx))) !== null;
  }

  test("nothing has changed", async () => {
    expect(await signed(await subscribe(world, plan), async () => {})).toBe(true);
  });

  test("it is cancelled", async () => {
    const one = await subscribe(world, plan);
    expect(await signed(one, () => cancel(one))).toBe(false);
  });

  test("it is paused", async () => {
    const one = await subscribe(world, plan);
    const pause = () => world.db`update subscriptions set paused_at = now() where id = ${one.id}`;
    expect(await signed(one, pause)).toBe(false);
  });

  test("it is charged, and the charge is booked", async () => {
    const one = await subscribe(world, plan);
    const book = () =>
      world.db`update subscriptions set charges_made = charges_made + 1 where id = ${one.id}`;
    expect(await signed(one, book)).toBe(false);
  });

  test("another keeper has claimed it", async () => {
    const one = await subscribe(world, plan);
    const claim = () => world.db`
      update subscriptions set attempt_at = attempt_at + interval '1 second' where id = ${one.id}`;
    expect(await signed(one, claim)).toBe(false);
  });

  test("another charge of its payer is under way", async () => {
    const one = await subscribe(world, plan);
    const other = await subscribe(world, await insertPlan(world), { payer: one.account });
    await world.db`update subscriptions set attempt_at = null where id = ${other.id}`;
    const sign = () => addSlot("rb_other", other, { outcome: null });
    expect(await signed(one, sign)).toBe(false);
    await world.db`delete from subscription_renewals where subscription_id = ${other.id}`;
    await world.db`update relay_batches set state = 'consumed' where id = 'rb_other'`;
  });
});

/** Lets the keepers look, and the chain go on by twenty seconds at a time, until something is so. */
async function until(from: Date, isSo: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < 10 && !(await isSo()); look += 1) {
    await warpTo(world, new Date(from.getTime() + look * 20_000));
    // Of two wallets at once each could take one of the two.
    for (let turn = 0; turn < 2; turn += 1) await drainOne();
  }
}

/** Lets one of the wallets look. */
async function drainOne(): Promise<void> {
  const [keeper] = world.chain.relayers;
  const wallet = lowerHex(keeper?.address ?? "0x");
  await drainRelay(world.systemContext(), { wallet, until: new Date(0) });
}

test("of two charges that one balance pays once, the later one waits for the first, and fails then", async () => {
  const first = await subscribe(world, plan);
  // What falls due in the same second has no order.
  await world.chain.request("evm_increaseTime", [5]);
  await world.chain.mine();
  const second = await subscribe(world, await insertPlan(world), { payer: first.account });
  await spend(world, first.account, (await world.balanceOf(first.payer)) - plan.amount);
  await until(due(first), async () => (await renewalsOf(world, first.id)).length > 0);
  expect(await renewalsOf(world, first.id)).toMatchObject([{ period: 1 }]);
  const isFailed = async () => (await storedSubscription(world, second.id)).status === "past_due";
  await until(due(second), isFailed);
  expect(await renewalsOf(world, second.id)).toEqual([]);
  expect(await storedSubscription(world, second.id)).toMatchObject({
    status: "past_due",
    failureCode: "insufficient_balance",
  });
  await renew(world);
  expect(await renewalsOf(world, first.id)).toMatchObject([{ outcome: "charged" }]);
  expect(await chargesOf(second)).toBe(1n);
});

test("a charge whose final block is lost is under way again, unless another one is", async () => {
  const one = await subscribe(world, plan);
  const other = await subscribe(world, plan);
  await addSlot("rb_lost", one, { outcome: "charged" });
  await addSlot("rb_lost_too", other, { outcome: "charged" });
  await addSlot("rb_later", other, { outcome: null });
  const taken = await world.db.begin((tx) =>
    renewalSlots.takeBack(tx, ["rb_lost", "rb_lost_too"], [], {
      chainId: 31337,
      above: 0n,
      counts: [],
    }),
  );
  expect(taken).toEqual({ inFlight: [one.id], queued: [], closed: [] });
  const slots = await world.db`
    select id, state from relay_batches where id in ('rb_lost', 'rb_lost_too') order by id`;
  expect(slots).toEqual([
    { id: "rb_lost", state: "in_flight" },
    { id: "rb_lost_too", state: "signed" },
  ]);
  expect(await renewalsOf(world, one.id)).toMatchObject([{ open: true, outcome: null }]);
  const added = ["rb_lost", "rb_lost_too", "rb_later"];
  await world.db`delete from subscription_renewals where batch_id = any (${added})`;
  await world.db`update relay_batches set state = 'consumed' where id = any (${added})`;
});

test("our own trouble is no event, and nobody's failure", async () => {
  const one = await subscribe(world, plan);
  await warpTo(world, due(one));
  fault = ({ method, params }) => {
    const isRead = method === "eth_call" && typeof params[1] === "object";
    if (!isRead) return undefined;
    throw new RpcUnavailable("no answer");
  };
  await drain(world.systemContext(), 3);
  expect(await toldOf(world, one.id)).toEqual(["charged"]);
  expect(await storedSubscription(world, one.id)).toMatchObject({ status: "active" });
  fault = () => undefined;
  await renew(world);
  expect(await renewalsOf(world, one.id)).toMatchObject([{ outcome: "charged" }]);
});

let nonces = 0;

/** Writes a slot of a wallet that nobody drains, with a charge of a subscription's next period. */
async function addSlot(
  id: string,
  sub: TestSubscription,
  { outcome }: { outcome: "charged" | "reverted" | null },
): Promise<void> {
  nonces += 1;
  const { chain } = world.deployment();
  const address = lowerHex(world.chain.deployer.address);
  const state = outcome === "reverted" ? "consumed" : "in_flight";
  const call = { kind: "charge_batch", callTo: address, gasLimit: 1 };
  await world.db`
    insert into relay_batches
      ${world.db({ id, nonce: nonces, chainId: chain.id, wallet: address, state, ...call })}`;
  await world.db`
    insert into subscription_renewals (batch_id, subscription_id, period, number, amount,
      group_index, item_index, open, outcome)
    values (${id}, ${sub.id}, 1, 0, 1, 0, 0, ${outcome === null}, ${outcome})`;
}

async function cancel({ id }: TestSubscription): Promise<void> {
  await world.db`
    update subscriptions set status = 'cancelled', cancelled_at = now(), closed_at = now(),
      attempt_at = null, next_charge_at = null
    where id = ${id}`;
}

/** Spends a payer's tokens in the next block, before what keepers have sent. */
async function payFirst({ account }: TestSubscription, value: bigint): Promise<void> {
  await spend(world, account, value);
}
