import { encodeFunctionData, keccak256, toHex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { approvalCall, refundCall } from "@/lib/adapters/chain/calls/refund-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import { findProof } from "@/lib/adapters/chain/reads/read-payment-proof";
import { type Rpc, RpcError, type RpcNode, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import type { Address, Bytes32, Hex } from "@/lib/core/chain/hex";
import { checkLogs } from "@/lib/domain/operations/checks/check-chains";
import { findPaymentProof } from "@/lib/domain/refunds/find-payment-proof";
import { releaseHeldCharges } from "@/lib/domain/subscriptions/books/release-held-charges";
import type { ChainAccount } from "@/testing/chain";
import { type Fault, faultyRpc, hidingNode } from "@/testing/faulty-rpc";
import { operate } from "@/testing/operator";
import { probe } from "@/testing/probed";
import { openSession } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import type { DirectTerms } from "@/testing/subscription-rows";
import { insertPending, insertPlan, type PlanRow } from "@/testing/subscription-rows";
import { allowKeepers, enrolDirectly } from "@/testing/subscriptions";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { rulesOf } from "./event-rules";
import { scanChain } from "./scan-chain";

const AMOUNT = 5_000_000n;
const MONTH = 2_592_000;
const LATER_MS = 600_000;

let world: World;
let plan: PlanRow;
let payer: ChainAccount;

beforeAll(async () => {
  world = await createWorld();
  payer = await fundPayer(world);
  plan = await insertPlan(world);
  await allowKeepers(world);
  const { owner } = world.merchant;
  for (const { address } of [owner, world.chain.treasury]) {
    await world.chain.request("anvil_setBalance", [address, "0x8ac7230489e80000"]);
  }
  await world.mint(owner.address, 1_000n * AMOUNT);
}, 60_000);
afterAll(() => world?.stop());

const nodeOf = (name: string, rpc: Rpc): RpcNode => ({
  name,
  leftOut: null,
  abilities: null,
  request: (call) => rpc.request(call),
});

/** The system with these nodes; nothing is read a second time until it is due. */
function through(nodes: readonly RpcNode[]) {
  const [first] = nodes;
  if (!first) throw new Error("there is a node");
  const rpc: Rpc = { nodes, request: (call) => first.request(call) };
  return withChain(world.systemContext(), () => ({ rpc, secondReadingMs: LATER_MS }));
}

async function scan(ctx: ReturnType<typeof through>) {
  const [chain] = ctx.chains.all;
  if (!chain) throw new Error("there is a chain");
  for (let times = 0; times < 10; times += 1) {
    const { kind } = await scanChain(ctx, chain, new Date(Date.now() + 20_000));
    if (kind === "current") return;
    expect(kind).toBe("unfinished");
  }
  throw new Error("the chain is never read");
}

const honestly = () => scan(through([nodeOf("1", world.deployment().chain.rpc)]));
const finish = async () => {
  await world.chain.mine(4);
  await honestly();
};

const passMonth = async () => {
  await world.chain.request("evm_increaseTime", [MONTH]);
  await world.chain.mine();
};

const callOf = (kind: "registry" | "subscriptions" | "processor", data: Hex) => ({
  to: addressOf(world.deployment(), kind),
  data,
});

/** What happens on the chain, and how what was made of it is read. */
interface Story {
  act(): Promise<unknown>;
  read(): Promise<unknown>;
  readonly told: unknown;
}

async function enrolled() {
  const made = await enrolDirectly(world, payer, { plan });
  await finish();
  return made;
}

const readSubscription = async (onchainId: Bytes32 | undefined) => {
  if (!onchainId) return undefined;
  const [row] = await world.db`
    select status, charges_made from subscriptions where onchain_id = ${onchainId}`;
  return row;
};

const refundedOf = async (paymentId: Bytes32) => {
  const [row] = await world.db<{ id: string; amountRefunded: bigint }[]>`
    select id, amount_refunded from transactions where coalesce(payment_id, settlement_key) = ${paymentId}`;
  return row;
};

let salt = 0;
const refOf = () => {
  salt += 1;
  return keccak256(toHex(`hidden ${salt}`));
};

async function direct(request: "refund" | "charge refund"): Promise<Story> {
  const { owner } = world.merchant;
  if (request === "refund") {
    const { paymentId } = await payDirectly(world, payer, { amount: AMOUNT });
    await finish();
    const found = await refundedOf(paymentId);
    const proof = await findPaymentProof(world.systemContext(), {
      merchantId: world.merchant.id,
      mode: "test",
      transactionId: found?.id ?? "",
    });
    if (!proof) throw new Error("the payment is proved");
    await world.send(owner, approvalCall(world.deployment(), { proof, amount: AMOUNT }));
    const call = refundCall(world.deployment(), { proof, amount: AMOUNT, refundRef: refOf() });
    return {
      act: () => world.send(owner, call),
      read: async () => (await refundedOf(paymentId))?.amountRefunded,
      told: AMOUNT,
    };
  }
  const { id, terms } = await enrolled();
  const proof = { terms: terms as DirectTerms, period: 0n, number: 0n };
  const amount = plan.amount;
  await world.send(owner, approvalCall(world.deployment(), { proof, amount }));
  const call = refundCall(world.deployment(), { proof, amount, refundRef: refOf() });
  const read = async () => {
    const [row] = await world.db<{ amountRefunded: bigint }[]>`
      select t.amount_refunded from transactions t join subscriptions s on s.id = t.subscription_id
      where s.onchain_id = ${id} and t.type = 'subscription_charge'`;
    return row?.amountRefunded;
  };
  return { act: () => world.send(owner, call), read, told: amount };
}

const stories: Readonly<Record<string, () => Promise<Story>>> = {
  async PaymentSettled() {
    const session = await openSession(world, AMOUNT);
    return {
      act: async () => {
        await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
        await world.chain.mine();
      },
      read: async () => {
        const [row] = await world.db<{ status: string }[]>`
          select status from payment_sessions where id = ${session.id}`;
        return row?.status;
      },
      told: "confirmed",
    };
  },
  PaymentRefunded: () => direct("refund"),
  ChargeRefunded: () => direct("charge refund"),
  async PayoutUpdated() {
    salt += 1;
    const payout: Address = `0x${salt.toString(16).padStart(40, "a")}`;
    const args = [world.merchant.chainMerchantId.test, payout] as const;
    const data = encodeFunctionData({
      abi: merchantRegistryAbi,
      functionName: "setPayout",
      args,
    });
    return {
      act: () => world.send(world.merchant.owner, callOf("registry", data)),
      read: async () => {
        const [row] = await world.db<{ payout: string }[]>`
          select payout from merchant_registrations
          where merchant_id = ${world.merchant.id} and mode = 'test'`;
        return row?.payout;
      },
      told: payout,
    };
  },
  async FeesSwept() {
    await payDirectly(world, payer, { amount: AMOUNT });
    await finish();
    const rows = () => world.db`select from platform_changes where event = 'FeesSwept'`;
    const before = (await rows()).length;
    const { usdc } = world.deployment();
    const args = [addressOf(world.deployment(), "registry"), usdc] as const;
    const data = encodeFunctionData({
      abi: paymentProcessorAbi,
      functionName: "sweepFees",
      args,
    });
    return {
      act: () => world.send(world.chain.treasury, callOf("processor", data)),
      read: async () => (await rows()).length,
      told: before + 1,
    };
  },
  async SubscriptionCreated() {
    let id: Bytes32 | undefined;
    return {
      act: async () => ({ id } = await enrolDirectly(world, payer, { plan })),
      read: () => readSubscription(id),
      told: { status: "active", chargesMade: 1 },
    };
  },
  async SubscriptionCharged() {
    const { id } = await enrolled();
    await passMonth();
    const [keeper] = world.chain.relayers;
    if (!keeper) throw new Error("there is a keeper");
    const data = encodeFunctionData({
      abi: subscriptionManagerAbi,
      functionName: "charge",
      args: [{ id, period: 1n, number: 0n, amount: plan.amount }],
    });
    return {
      act: () => world.send(keeper, callOf("subscriptions", data)),
      read: () => readSubscription(id),
      told: { status: "active", chargesMade: 2 },
    };
  },
  async SubscriptionCancelled() {
    const { id } = await enrolled();
    const data = encodeFunctionData({
      abi: subscriptionManagerAbi,
      functionName: "cancel",
      args: [id],
    });
    return {
      act: () => world.send(payer, callOf("subscriptions", data)),
      read: () => readSubscription(id),
      told: { status: "cancelled", chargesMade: 1 },
    };
  },
};

function topicOf(name: string): Bytes32 {
  const rule = world.chains.deployments
    .flatMap(({ contracts }) =>
      Object.entries(contracts).flatMap(([kind, contract]) =>
        contract ? rulesOf({ kind: kind as "registry", ...contract }) : [],
      ),
    )
    .find((one) => one.name === name);
  if (!rule) throw new Error(`nothing is read of ${name}`);
  return rule.topic;
}

const makeDue = () =>
  world.db`update chain_cursors set reread_due_at = now() - interval '1 second'`;

/** As often as what is final may wait: for the target before, and for being the next one. */
async function readDue(ctx: ReturnType<typeof through>): Promise<void> {
  for (let times = 0; times < 3; times += 1) {
    await scan(ctx);
    await makeDue();
  }
  await scan(ctx);
}
const readHonestly = () => readDue(through([nodeOf("1", world.deployment().chain.rpc)]));

const hidden = () => world.db<{ node: string; isMissed: boolean }[]>`
  select distinct node, is_missed from hidden_logs where found_at > now() - interval '1 minute'`;

test.each(
  Object.keys(stories).flatMap((name) =>
    (["once", "for a while"] as const).flatMap((how) =>
      [1, 2].map((nodes) => [name, how, nodes] as const),
    ),
  ),
)(
  "%s that a node hides %s, with nodes: %i, is booked in the end",
  async (name, how, nodes) => {
    payer = await fundPayer(world);
    await readHonestly();
    await world.db`delete from hidden_logs`;
    const story = await stories[name]?.();
    if (!story) throw new Error(`${name} has a story`);
    await honestly();
    const honest = world.deployment().chain.rpc;
    const hiding = hidingNode(honest, [topicOf(name)], how === "once");
    const others = nodes === 2 ? [nodeOf("2:honest", honest)] : [];
    const ctx = through([nodeOf("1:hiding", hiding.rpc), ...others]);
    await story.act();
    await scan(ctx);
    await world.chain.mine(4);
    await scan(ctx);
    expect(await story.read()).not.toEqual(story.told);
    // With one node alone, it has to show the log some day.
    if (nodes === 1) hiding.state.hides = false;
    await readDue(ctx);
    expect(await story.read()).toEqual(story.told);
    expect(await hidden()).toContainEqual({ node: "1:hiding", isMissed: true });
    const probed = probe(world);
    const finding = await checkLogs(probed.sources());
    await probed.end();
    const detail = expect.stringContaining("node 1:hiding of chain");
    expect(finding).toMatchObject({ status: "warn", detail });
  },
  60_000,
);

test("a refund of a payment that was hidden counts once the payment is booked", async () => {
  payer = await fundPayer(world);
  const { owner } = world.merchant;
  const { rpc } = world.deployment().chain;
  const hiding = hidingNode(rpc, [topicOf("PaymentSettled")]);
  const ctx = through([nodeOf("1:hiding", hiding.rpc)]);
  const paid = await payDirectly(world, payer, { amount: AMOUNT });
  await world.chain.mine();
  const proof = findProof(world.deployment(), paid.call.data, paid.paymentId);
  if (!proof) throw new Error("the call proves the payment");
  await world.send(owner, approvalCall(world.deployment(), { proof, amount: AMOUNT }));
  const call = refundCall(world.deployment(), { proof, amount: AMOUNT, refundRef: refOf() });
  await world.send(owner, call);
  await world.chain.mine(4);
  await scan(ctx);
  expect(await refundedOf(paid.paymentId)).toBeUndefined();
  hiding.state.hides = false;
  await readDue(ctx);
  expect(await refundedOf(paid.paymentId)).toMatchObject({ amountRefunded: AMOUNT });
});

test("the first charge of a relayed enrolment that was hidden waits for it, and renewals follow", async () => {
  payer = await fundPayer(world);
  await readHonestly();
  const { rpc } = world.deployment().chain;
  const hiding = hidingNode(rpc, [topicOf("SubscriptionCreated")]);
  const ctx = through([nodeOf("1:hiding", hiding.rpc)]);
  const made = await enrolDirectly(world, payer, { plan });
  const { id } = await insertPending(world, plan, made);
  await world.chain.mine(4);
  await scan(ctx);
  const charges = () => world.db`
    select status, payment_exception from transactions where subscription_id = ${id}`;
  expect(await charges()).toEqual([{ status: "pending", paymentException: "screening" }]);
  expect(await releaseHeldCharges(ctx, { chainId: world.chain.chainId })).toBe(0);
  expect(await readSubscription(made.id)).toEqual({ status: "pending", chargesMade: 0 });
  hiding.state.hides = false;
  await readDue(ctx);
  expect(await charges()).toEqual([{ status: "confirmed", paymentException: "none" }]);
  const [row] = await world.db`
    select status, charges_made, onchain_cancel, next_charge_at, paid_until
    from subscriptions where id = ${id}`;
  expect(row).toMatchObject({ status: "active", chargesMade: 1, onchainCancel: "none" });
  expect(row?.nextChargeAt).toEqual(expect.any(Date));
  expect(row?.nextChargeAt).toEqual(row?.paidUntil);
});

test("an operator reads blocks again whose logs the only node hid both times", async () => {
  payer = await fundPayer(world);
  await readHonestly();
  const story = await stories.SubscriptionCreated?.();
  if (!story) throw new Error("there is one");
  const { rpc } = world.deployment().chain;
  const hiding = hidingNode(rpc, [topicOf("SubscriptionCreated"), topicOf("SubscriptionCharged")]);
  const ctx = through([nodeOf("1:hiding", hiding.rpc)]);
  const [{ number: from } = { number: 0n }] = await world.db<{ number: bigint }[]>`
    select finalized_number as number from chain_cursors`;
  await story.act();
  await world.chain.mine(4);
  await readDue(ctx);
  expect(await story.read()).toBeUndefined();
  hiding.state.hides = false;
  const args = ["read-again", "--chain", String(ctx.chains.all[0]?.id), "--from", String(from)];
  expect(await operate(ctx, ...args)).toMatchObject({ code: 0 });
  expect(await story.read()).toBeUndefined();
  const done = await operate(ctx, ...args, "--apply", "--reason", "logs were missing");
  expect(done).toMatchObject({ code: 0, err: "" });
  expect(done.out).toContain("booked now: 2");
  await scan(ctx);
  expect(await story.read()).toEqual(story.told);
  const again = await operate(ctx, ...args, "--apply", "--reason", "once more");
  expect(again.out).toContain("booked now: 0");
});

test.each([
  ["are read by their receipts at once", null],
  ["are read one transaction at a time where it knows no receipts of blocks", "unknown"],
  ["are read one transaction at a time where its plan has none", "unavailable"],
])("blocks of which the only node hides logs both times %s", async (_, trouble) => {
  payer = await fundPayer(world);
  await readHonestly();
  const story = await stories.SubscriptionCreated?.();
  if (!story) throw new Error("there is one");
  const { rpc } = world.deployment().chain;
  const created = topicOf("SubscriptionCreated");
  const first = faultyRpc(rpc, hideLogs([created]));
  await story.act();
  await world.chain.mine(4);
  // The first charge of the same transaction is shown, and its block therefore believed.
  await scan(through([nodeOf("1", first)]));
  expect(await story.read()).toBeUndefined();
  const hide = hideLogs([created, topicOf("SubscriptionCharged")]);
  const both = faultyRpc(rpc, (call) => {
    if (call.method !== "eth_getBlockReceipts" || trouble === null) return hide(call);
    if (trouble === "unavailable") throw new RpcUnavailable("not on this plan");
    throw new RpcError(-32601, "the method eth_getBlockReceipts does not exist", null);
  });
  await readDue(through([nodeOf("1", both)]));
  expect(await story.read()).toEqual(story.told);
  expect(await world.db`select from suspect_transactions`).toHaveLength(0);
});

/** It leaves them out of its logs alone. */
const hideLogs =
  (topics: readonly Bytes32[]): Fault =>
  ({ method, ask }) =>
    method === "eth_getLogs"
      ? ask().then((logs) =>
          (logs as { topics: Bytes32[] }[]).filter(
            (log) => !topics.some((topic) => topic === log.topics[0]),
          ),
        )
      : undefined;

test("a second node that hides logs is named, and nothing is booked twice", async () => {
  payer = await fundPayer(world);
  const story = await stories.PayoutUpdated?.();
  if (!story) throw new Error("there is one");
  await readHonestly();
  await world.db`delete from hidden_logs`;
  const { rpc } = world.deployment().chain;
  const hiding = hidingNode(rpc, [topicOf("PayoutUpdated")]);
  const ctx = through([nodeOf("1:honest", rpc), nodeOf("2:hiding", hiding.rpc)]);
  await story.act();
  await world.chain.mine(4);
  await readDue(ctx);
  expect(await story.read()).toEqual(story.told);
  expect(await hidden()).toEqual([{ node: "2:hiding", isMissed: false }]);
});
