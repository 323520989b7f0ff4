import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeFunctionData } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { addressOf } from "@/lib/adapters/chain/chains";
import { readContract } from "@/lib/adapters/chain/reads/read-contract";
import { RpcError, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { lowerHex } from "@/lib/core/chain/hex";
import { decideHeldSubmission } from "@/lib/domain/payments/intake/decide-held-submission";
import { readSubscription } from "@/lib/domain/subscriptions/subscription-rows";
import type { ChainAccount } from "@/testing/chain";
import { Crash, crashingDb } from "@/testing/crashing-db";
import { sendEnrolment, signEnrolment, submitEnrolment } from "@/testing/enrolments";
import { type Fault, faultyRpc } from "@/testing/faulty-rpc";
import { deployWallet } from "@/testing/hosted-pages";
import {
  administer,
  drain,
  drainFor,
  index,
  makeFinal,
  spend,
  submissionRow,
} from "@/testing/relay";
import { ageAttempts, hurry, slotsOf } from "@/testing/relay-slots";
import { fundPayer } from "@/testing/settlements";
import { insertPlan, type PlanRow } from "@/testing/subscription-rows";
import { enrolDirectly } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { decideEnrolments } from "./decide-enrolments";
import { relaySubscription } from "./relay-subscription";

let world: World;
let plan: PlanRow;
let payer: ChainAccount;
let fault: Fault = () => undefined;

beforeAll(async () => {
  world = await createWorld({
    env: { RELAY_BATCH_WAIT_MS: "0" },
    wrapRpc: (rpc) => faultyRpc(rpc, (call) => fault(call)),
  });
  // The contracts join their chain's reading.
  await index(world);
});
afterAll(() => world?.stop());
beforeEach(async () => {
  fault = () => undefined;
  await world.chain.mine();
  plan = await insertPlan(world);
  payer = await fundPayer(world);
});

const merchant = () => world.merchantContext();
const enrol = async () =>
  submitEnrolment(merchant(), await signEnrolment(world, payer, plan, { periods: 12n }));
const settle = async (times = 3) => {
  for (let time = 0; time < times; time += 1) {
    await drain(world.systemContext());
    await world.chain.mine();
    await index(world);
  }
};
const unsendable: Fault = ({ method }) => {
  if (method !== "eth_sendRawTransaction") return undefined;
  throw new RpcUnavailable("the process is gone");
};
/** What the contract has charged of an enrolment; null where it has none. */
async function chargedOf(view: { paymentId: `0x${string}` }): Promise<bigint | null> {
  const { payer: owner, remaining } = await readContract(world.deployment().chain.rpc, {
    address: addressOf(world.deployment(), "subscriptions"),
    abi: subscriptionManagerAbi,
    functionName: "get",
    args: [view.paymentId],
  });
  return /^0x0+$/.test(owner) ? null : plan.amount * 12n - remaining;
}
async function expectEnrolledOnce(view: { id: string; paymentId: `0x${string}` }) {
  // A slow node makes the relay look again later.
  for (let more = 0; more < 10; more += 1) {
    if ((await submissionRow(world, view)).state === "confirmed") break;
    await hurry(world);
    await settle(1);
  }
  const row = await submissionRow(world, view);
  expect(row).toMatchObject({ state: "confirmed" });
  expect(await chargedOf(view)).toBe(plan.amount);
  const charges = await world.db`
    select from subscription_charges where subscription_id = ${row.subscriptionId}`;
  expect(charges).toHaveLength(1);
  const events = await world.db<{ type: string }[]>`
    select type from events where resource_id = ${row.subscriptionId} order by sequence`;
  expect(events.map(({ type }) => type)).toEqual(["subscription.created", "subscription.charged"]);
}

describe("an enrolment that is signed", () => {
  test("and was not sent goes out as it was stored", async () => {
    const view = await enrol();
    fault = unsendable;
    await drain(world.systemContext(), 2).catch(() => {});
    const [before] = (await slotsOf(world)).slice(-1);
    expect(before).toMatchObject({ kind: "subscribe", state: "signed" });
    expect(await submissionRow(world, view)).toMatchObject({ state: "signed", rounds: 1 });
    fault = () => undefined;
    await ageAttempts(world, 5);
    await settle(5);
    await expectEnrolledOnce(view);
    const [after] = (await slotsOf(world)).slice(-1);
    expect(after?.nonce).toBe(before?.nonce);
    expect(after?.attempts[0]?.hash).toBe(before?.attempts[0]?.hash);
  });

  test("or was about to be when its process died is made once", async () => {
    const view = await enrol();
    for (let at = 6; at < 42; at += 4) {
      const ctx = { ...world.systemContext(), db: crashingDb(world.db, at) };
      await drain(ctx).catch((error) => {
        if (!(error instanceof Crash)) throw error;
      });
    }
    await world.db`update relay_wallets set lease_until = now() - interval '1 second'`;
    await hurry(world);
    await ageAttempts(world, 5);
    await settle(6);
    await expectEnrolledOnce(view);
  });

  test("and orphaned is made again, once", async () => {
    const view = await enrol();
    await drain(world.systemContext());
    await world.chain.mine();
    await drain(world.systemContext());
    expect(await chargedOf(view)).toBe(plan.amount);
    await world.chain.reorg(1);
    expect(await chargedOf(view)).toBeNull();
    await index(world);
    await ageAttempts(world, 20);
    await settle(6);
    await expectEnrolledOnce(view);
  });

  test("and refused on the chain is open until nobody can make it", async () => {
    const view = await enrol();
    fault = unsendable;
    await drain(world.systemContext(), 2).catch(() => {});
    const balance = await world.balanceOf(payer.address);
    await spend(world, payer, balance);
    fault = () => undefined;
    await ageAttempts(world, 5);
    await drain(world.systemContext(), 2);
    await makeFinal(world, 1);
    await drain(world.systemContext());
    expect(await submissionRow(world, view)).toMatchObject({
      state: "mined",
      failureCode: "reverted",
    });
    await makeFinal(world, 4);
    await world.db`update relay_submissions set updated_at = updated_at - interval '1 minute'`;
    await drain(world.systemContext(), 2);
    // Its slot is used up, and anyone could still enrol with what was signed: it waits for the payer's money.
    expect(await submissionRow(world, view)).toMatchObject({ state: "queued" });
    await world.mint(payer.address, balance);
    await hurry(world);
    await settle(5);
    await expectEnrolledOnce(view);
  });

  test("and whose nonce a foreign transaction took is made by another one: such a round does not count", async () => {
    const view = await enrol();
    await drain(world.systemContext());
    const { txHash, wallet } = await submissionRow(world, view);
    await world.chain.request("anvil_dropTransaction", [txHash]);
    const own = world.chain.relayers.find(({ address }) => lowerHex(address) === wallet);
    if (!own) throw new Error("a relay wallet has signed it");
    await world.send(own, { to: payer.address, data: "0x" });
    // Three rounds before had no effect.
    await world.db`update relay_submissions set rounds = 4 where id = ${view.id}`;
    await ageAttempts(world, 5);
    await makeFinal(world, 4);
    await drainFor(world.systemContext(), 4_000);
    const slot = (await slotsOf(world)).find(({ attempts }) =>
      attempts.some(({ hash }) => hash === txHash),
    );
    expect(slot).toMatchObject({ state: "consumed", consumedBy: null });
    await world.db`
      update relay_submissions set updated_at = updated_at - interval '1 minute'
      where id = ${view.id}`;
    await settle(5);
    await expectEnrolledOnce(view);
    expect(await submissionRow(world, view)).toMatchObject({ rounds: 5 });
  });
});

/** Decides by the newest block as if it were final. */
async function decideAt(at: Date): Promise<void> {
  const number = BigInt(await world.chain.request<string>("eth_blockNumber", []));
  await decideEnrolments(world.systemContext(), world.deployment().chain, { number, at });
}

test("one that the chain has is not failed, however late its books are", async () => {
  const view = await enrol();
  await drain(world.systemContext());
  await world.chain.mine(4);
  await world.db`
    update relay_submissions set updated_at = updated_at - interval '1 minute' where id = ${view.id}`;
  const { validBefore } = await submissionRow(world, view);
  await decideAt(new Date(Number(validBefore) * 1_000));
  expect(await submissionRow(world, view)).toMatchObject({ state: "broadcast", failureCode: null });
  await settle(2);
  await expectEnrolledOnce(view);
});

/** Sends the permit of a request alone, as anyone can who has it. */
async function sendPermit(input: Awaited<ReturnType<typeof signEnrolment>>): Promise<void> {
  const { v, r, s } = input.permitSignature as { v: number; r: `0x${string}`; s: `0x${string}` };
  const { owner, value, deadline } = input.permitData;
  const data = encodeFunctionData({
    abi: fiatTokenAbi,
    functionName: "permit",
    args: [owner, addressOf(world.deployment(), "subscriptions"), value, deadline, v, r, s],
  });
  await world.send(world.chain.deployer, { to: input.token, data });
  await world.chain.mine();
}

test("a permit that another sender uses first enrols no one, and stops nothing", async () => {
  const input = await signEnrolment(world, payer, plan);
  await sendPermit(input);
  const view = await submitEnrolment(merchant(), input);
  expect(await readSubscription(world.db, view.subscriptionId ?? "")).toMatchObject({
    permitNonce: 0n,
  });
  await settle(4);
  await expectEnrolledOnce(view);
});

describe("another enrolment that names the permit's nonce", () => {
  const nonceOf = async (view: { subscriptionId: string | null }) =>
    (await readSubscription(world.db, view.subscriptionId ?? "")).permitNonce;
  const wait = () =>
    world.db`update relay_submissions set updated_at = updated_at - interval '1 minute'`;
  /** Nodes that have forgotten all but the newest state answer for the block's hash alone. */
  const forgetful: Fault = ({ method, params }) => {
    const block = params?.[1];
    if (method !== "eth_call" || typeof block !== "string" || block === "latest") return undefined;
    throw new RpcError(-32_000, "missing trie node", undefined);
  };
  const states: [string, Fault][] = [
    ["that keeps old state", () => undefined],
    ["without old state", forgetful],
  ];

  test.each(states)(
    "fails none that its payer sent without a permit, on a node %s",
    async (_, node) => {
      const view = await enrol();
      await enrolDirectly(world, payer, {
        plan: await insertPlan(world),
        permitNonce: await nonceOf(view),
      });
      await makeFinal(world, 4);
      await wait();
      fault = node;
      await decideAt(new Date());
      expect(await submissionRow(world, view)).toMatchObject({
        state: "queued",
        failureCode: null,
      });
      fault = () => undefined;
      await settle(4);
      await expectEnrolledOnce(view);
    },
  );

  test("fails none for permits that are used above the final block", async () => {
    const view = await enrol();
    const permitNonce = await nonceOf(view);
    await enrolDirectly(world, payer, { plan: await insertPlan(world), permitNonce });
    await makeFinal(world, 4);
    await wait();
    for (let used = 0; used < 2; used += 1)
      await sendPermit(await signEnrolment(world, payer, plan));
    fault = forgetful;
    await decideAt(new Date());
    expect(await submissionRow(world, view)).toMatchObject({ state: "queued", failureCode: null });
  });

  test.each(states)("fails one whose permit it took, on a node %s", async (_, node) => {
    const other = await insertPlan(world);
    const taken = await signEnrolment(world, payer, other, { periods: 12n });
    const view = await enrol();
    const { ref } = other;
    await sendEnrolment(world, payer, taken, { ref, permitNonce: await nonceOf(view) });
    await makeFinal(world, 4);
    await wait();
    fault = node;
    await decideAt(new Date());
    expect(await submissionRow(world, view)).toMatchObject({
      state: "rejected",
      failureCode: "authorization_consumed",
    });
  });
});

test("many that stay undecided keep none of the others from being looked at", async () => {
  const view = await enrol();
  fault = unsendable;
  await drain(world.systemContext(), 2).catch(() => {});
  expect(await submissionRow(world, view)).toMatchObject({ state: "signed", rounds: 1 });
  // Nine hundred that wait for their turn.
  await world.db`
    insert into relay_submissions
    select (c).* from (
      select jsonb_populate_record(b, jsonb_build_object('id', 'rsb_0' || n, 'state', 'queued',
        'rounds', 0, 'idempotency_key', 'copy-' || n, 'next_check_at', now() + interval '1 hour',
        'payment_id', '\\x' || lpad(to_hex(n), 64, '0'),
        'auth_nonce', '\\x' || lpad(to_hex(n), 64, '0'))) as c
      from relay_submissions b, generate_series(1, 900) n where b.id = ${view.id}
    ) copies`;
  await world.db`update relay_submissions set updated_at = updated_at - interval '1 minute'`;
  await world.db`
    update relay_submissions set state = 'mined', failure_code = 'reverted' where id = ${view.id}`;
  await world.db`update subscriptions set permit_deadline = 0 where id = ${view.subscriptionId}`;
  await decideAt(new Date());
  expect(await submissionRow(world, view)).toMatchObject({ state: "failed" });
  await world.db`delete from relay_submissions where idempotency_key like 'copy-%'`;
});

describe("screening", () => {
  const folder = mkdtempSync(join(tmpdir(), "stipend-list-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const listing = (text: string) => {
    const SCREENING_LIST = join(folder, `${plan.id}.txt`);
    writeFileSync(SCREENING_LIST, text);
    const withList = <C extends { config: World["config"] }>(ctx: C): C => ({
      ...ctx,
      config: { ...ctx.config, SCREENING_LIST },
    });
    return { request: withList(merchant()), relay: withList(world.systemContext()) };
  };

  test("a listed payer is refused, and so is one whom the token's issuer has blocked", async () => {
    const input = await signEnrolment(world, payer, plan);
    const { request } = listing(payer.address);
    const blocked = { info: { param: "permitData.owner", details: { reason: "payer_blocked" } } };
    await expect(submitEnrolment(request, input)).rejects.toMatchObject(blocked);
    await administer(world, "blacklist", payer.address);
    await expect(submitEnrolment(merchant(), input)).rejects.toMatchObject(blocked);
  });

  test("a payer is not blamed where the issuer has blocked another account", async () => {
    const input = await signEnrolment(world, payer, plan);
    const manager = addressOf(world.deployment(), "subscriptions");
    await administer(world, "blacklist", manager);
    try {
      await expect(submitEnrolment(merchant(), input)).rejects.toMatchObject({
        info: { details: { reason: "simulation_failed", cause: "address_blocked" } },
      });
    } finally {
      await administer(world, "unBlacklist", manager);
    }
  });

  test("a list that cannot be read holds it, until a person releases it", async () => {
    const { request, relay } = listing("no address in here");
    const view = await submitEnrolment(request, await signEnrolment(world, payer, plan));
    await hurry(world);
    await drain(relay);
    expect(await submissionRow(world, view)).toMatchObject({ state: "held", rounds: 0 });
    const actor = {
      kind: "operator",
      name: "o@host",
      command: "screening",
      reason: "looked at",
    } as const;
    await decideHeldSubmission({ ...relay, actor }, { id: view.id, decision: "released" });
    await drain(relay, 2);
    expect(await submissionRow(world, view)).toMatchObject({ state: "broadcast" });
    await settle(3);
    await expectEnrolledOnce(view);
  });
});

test("an amount below the relay's minimum is refused", async () => {
  const ctx = merchant();
  const strict = { ...ctx, config: { ...ctx.config, RELAY_MIN_AMOUNT: Number(plan.amount) + 1 } };
  await expect(
    submitEnrolment(strict, await signEnrolment(world, payer, plan)),
  ).rejects.toMatchObject({
    info: { param: "amount", details: { reason: "below_relay_minimum" } },
  });
});

test("while the chain does not answer it is taken, held, and made afterwards", async () => {
  const input = await signEnrolment(world, payer, plan);
  fault = () => {
    throw new RpcUnavailable("no node answers");
  };
  const view = await submitEnrolment(merchant(), input);
  expect(view).toMatchObject({ status: "queued", subscriptionId: expect.stringMatching(/^sub_/) });
  expect(await submissionRow(world, view)).toMatchObject({ state: "held" });
  fault = () => undefined;
  await hurry(world);
  await settle(5);
  await expectEnrolledOnce(view);
});

test("one that is held and would be refused is rejected, and its payer may sign anew", async () => {
  const input = await signEnrolment(world, payer, plan);
  fault = () => {
    throw new RpcUnavailable("no node answers");
  };
  const view = await submitEnrolment(merchant(), input);
  fault = () => undefined;
  await spend(world, payer, await world.balanceOf(payer.address));
  await hurry(world);
  await drain(world.systemContext());
  expect(await submissionRow(world, view)).toMatchObject({
    state: "rejected",
    failureCode: "insufficient_balance",
    rounds: 0,
  });
  const id = view.subscriptionId ?? "";
  expect(await readSubscription(world.db, id)).toMatchObject({ status: "pending" });
  await world.mint(payer.address, plan.amount);
  const again = await signEnrolment(world, payer, plan, { internalId: id });
  const second = await submitEnrolment(merchant(), again);
  expect(second.subscriptionId).toBe(id);
  await settle(4);
  await expectEnrolledOnce(second);
});

test("one that is held while another sender makes it is not told to have failed", async () => {
  const input = await signEnrolment(world, payer, plan);
  fault = () => {
    throw new RpcUnavailable("no node answers");
  };
  const view = await submitEnrolment(merchant(), input);
  fault = () => undefined;
  const id = view.subscriptionId ?? "";
  const { permitNonce } = await readSubscription(world.db, id);
  await sendEnrolment(world, payer, input, { ref: plan.ref, permitNonce });
  await world.chain.mine();
  expect(await chargedOf(view)).toBe(plan.amount);
  await hurry(world);
  await drain(world.systemContext());
  expect(await submissionRow(world, view)).toMatchObject({ state: "held", failureCode: null });
  await makeFinal(world, 4);
  expect(await submissionRow(world, view)).toMatchObject({ state: "superseded" });
  expect(await readSubscription(world.db, id)).toMatchObject({ status: "active", chargesMade: 1 });
});

describe("the same signatures under another key, after a rejection,", () => {
  async function rejected() {
    const input = await signEnrolment(world, payer, plan);
    const view = await submitEnrolment(merchant(), input);
    await world.db`
      update relay_submissions set state = 'rejected', closed_at = now() where id = ${view.id}`;
    const again = { ...input, idempotencyKey: `${input.idempotencyKey}-again` };
    return { again, id: view.subscriptionId ?? "" };
  }

  test("are for the subscription that they were for", async () => {
    const { again, id } = await rejected();
    const second = await submitEnrolment(merchant(), again);
    expect(second.subscriptionId).toBe(id);
    await settle(4);
    await expectEnrolledOnce(second);
  });

  test("are not for another one that is named", async () => {
    const { again, id } = await rejected();
    const other = await signEnrolment(world, payer, plan, { permitValue: plan.amount * 20n });
    const { id: submissionId, subscriptionId } = await submitEnrolment(merchant(), other);
    await world.db`
      update relay_submissions set state = 'rejected', closed_at = now() where id = ${submissionId}`;
    const named = { ...again, subscriptionInternalId: subscriptionId ?? "" };
    expect(await submitEnrolment(merchant(), named)).toMatchObject({ subscriptionId: id });
  });

  test("enrol none that is cancelled", async () => {
    const { again, id } = await rejected();
    await world.db`
      update subscriptions set status = 'cancelled', cancelled_at = now() where id = ${id}`;
    await expect(submitEnrolment(merchant(), again)).rejects.toMatchObject({
      code: "session_invalid_state",
      info: { details: { reason: "enrolment_pending" } },
    });
  });
});

test("a wallet's contract signs, and goes through subscribeSigned", async () => {
  const owner = await fundPayer(world);
  payer = { ...payer, address: await deployWallet(world, owner) };
  const input = await signEnrolment(world, payer, plan, {
    permitSigner: owner,
    intentSigner: owner,
  });
  const signed = async () =>
    (await slotsOf(world)).filter(({ kind }) => kind === "subscribe_signed").length;
  const before = await signed();
  const view = await submitEnrolment(merchant(), input);
  await settle(4);
  await expectEnrolledOnce(view);
  expect(await signed()).toBe(before + 1);
});

test.each([
  ["permit", "permitSignature"],
  ["intent", "intentSignature"],
] as const)(
  "a wallet's contract that did not sign the %s is refused, and not asked to sign again",
  async (not, param) => {
    const owner = await fundPayer(world);
    const stranger = payer;
    payer = { ...payer, address: await deployWallet(world, owner) };
    const input = await signEnrolment(world, payer, plan, {
      permitSigner: not === "permit" ? stranger : owner,
      intentSigner: not === "intent" ? stranger : owner,
    });
    await expect(submitEnrolment(merchant(), input)).rejects.toMatchObject({
      info: { param, details: { reason: "signature_invalid" } },
    });
  },
);

describe("with every connection open", () => {
  const warmPool = () =>
    Promise.all(
      Array.from({ length: 20 }, async () => {
        await world.db`select pg_sleep(0.05)`;
        await transaction(world.db, (tx) => tx`select pg_sleep(0.05)`);
      }),
    );

  test("of a payer's enrolments in one plan one is taken", async () => {
    const inputs = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        signEnrolment(world, payer, plan, { permitValue: plan.amount * BigInt(12 + at) }),
      ),
    );
    await warmPool();
    const results = await Promise.allSettled(
      inputs.map((input) => submitEnrolment(merchant(), input)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") {
        expect(result.reason).toMatchObject({
          info: { details: { reason: "already_subscribed" } },
        });
      }
    }
    const rows = await world.db`select from subscriptions where plan_id = ${plan.id}`;
    expect(rows).toHaveLength(1);
  });

  test("equal requests make one submission and one subscription", async () => {
    const input = await signEnrolment(world, payer, plan);
    await warmPool();
    const views = await Promise.all(
      Array.from({ length: 20 }, () => submitEnrolment(merchant(), input)),
    );
    expect(new Set(views.map(({ id }) => id)).size).toBe(1);
    expect(new Set(views.map(({ subscriptionId }) => subscriptionId)).size).toBe(1);
    const rows = await world.db`select from subscriptions where plan_id = ${plan.id}`;
    expect(rows).toHaveLength(1);
  });

  test("what is retried twice at once is taken once", async () => {
    const view = await enrol();
    const id = view.subscriptionId ?? "";
    await world.db`
      update relay_submissions set state = 'rejected', closed_at = now() where id = ${view.id}`;
    const inputs = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        signEnrolment(world, payer, plan, {
          internalId: id,
          permitValue: plan.amount * BigInt(20 + at),
        }),
      ),
    );
    await warmPool();
    const results = await Promise.allSettled(
      inputs.map((input) => submitEnrolment(merchant(), input)),
    );
    const [taken, ...others] = results.filter(({ status }) => status === "fulfilled");
    expect([taken?.status, others]).toEqual(["fulfilled", []]);
    const { onchainId } = await readSubscription(world.db, id);
    expect(taken).toMatchObject({ value: { paymentId: onchainId, subscriptionId: id } });
  });
});

test("the hosted pages' key names a plan, and enrols in the plan's merchant's name", async () => {
  const ctx = world.platformContext();
  const input = await signEnrolment(world, payer, plan);
  await expect(
    submitEnrolment(ctx, { ...input, subscriptionInternalId: undefined }),
  ).rejects.toMatchObject({
    info: { param: "subscriptionInternalId", details: { reason: "payment_session_required" } },
  });
  const view = await submitEnrolment(ctx, input);
  expect(await submissionRow(world, view)).toMatchObject({
    origin: "hosted",
    merchantId: world.merchant.id,
  });
  await expect(
    submitEnrolment(world.platformContext("live"), { ...input, idempotencyKey: "other" }),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("what is cancelled meanwhile is not tried again", async () => {
  const view = await enrol();
  const id = view.subscriptionId ?? "";
  await world.db`
    update relay_submissions set state = 'rejected', closed_at = now() where id = ${view.id}`;
  const input = await signEnrolment(world, payer, plan, { internalId: id });
  const prepared = await relaySubscription.prepare(merchant(), input);
  await world.db`
    update subscriptions set status = 'cancelled', cancelled_at = now() where id = ${id}`;
  await expect(relaySubscription.run(merchant(), input, prepared)).rejects.toMatchObject({
    info: { details: { reason: "enrolment_pending" } },
  });
});

test("another payer's subscription enrols nobody", async () => {
  const view = await enrol();
  await world.db`
    update relay_submissions set state = 'rejected', closed_at = now() where id = ${view.id}`;
  const other = await fundPayer(world);
  const input = await signEnrolment(world, other, plan, {
    internalId: view.subscriptionId ?? "",
  });
  await expect(submitEnrolment(merchant(), input)).rejects.toMatchObject({
    code: "session_invalid_state",
    info: { details: { reason: "enrolment_pending" } },
  });
});

test("the cancel of a subscription that is not enrolled yet lets nobody sign for it", async () => {
  const view = await enrol();
  let isCancelled = false;
  // Between the look and the signing.
  fault = async ({ method, ask }) => {
    if (method === "eth_feeHistory" && !isCancelled) {
      isCancelled = true;
      await world.db`
        update subscriptions set status = 'cancelled', cancelled_at = now()
        where id = ${view.subscriptionId}`;
    }
    return ask();
  };
  await drain(world.systemContext(), 2);
  fault = () => undefined;
  await hurry(world);
  await settle(2);
  expect(isCancelled).toBe(true);
  expect(await submissionRow(world, view)).toMatchObject({
    state: "rejected",
    failureCode: "subscription_cancelled",
    rounds: 0,
  });
  expect(await chargedOf(view)).toBeNull();
});
