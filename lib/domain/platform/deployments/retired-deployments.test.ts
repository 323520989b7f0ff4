import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodePay } from "@/lib/adapters/chain/calls/payment-calls";
import { relayersOf } from "@/lib/adapters/chain/calls/relayer";
import { addressOf, type Chains } from "@/lib/adapters/chain/chains";
import { lowerHex } from "@/lib/core/chain/hex";
import { listInvoices } from "@/lib/domain/invoices/list-invoices";
import { paymentRequest } from "@/lib/domain/payments/intake/payment-request";
import { planRequeue } from "@/lib/domain/payments/outcomes/requeue-submission";
import { listSessions } from "@/lib/domain/payments/sessions/list-sessions";
import { listTransactions } from "@/lib/domain/payments/transactions/list-transactions";
import type { Context } from "@/lib/domain/platform/context";
import { createRefund } from "@/lib/domain/refunds/create-refund";
import { listRefunds } from "@/lib/domain/refunds/list-refunds";
import { payNow } from "@/lib/domain/subscriptions/charges/pay-now";
import { listSubscriptions } from "@/lib/domain/subscriptions/list-subscriptions";
import { buildPermit } from "@/lib/domain/subscriptions/payer-home/build-permit";
import { loadPayerHome } from "@/lib/domain/subscriptions/payer-home/load-payer-home";
import { relayOwnPermit } from "@/lib/domain/subscriptions/payer-home/relay-permit";
import { takePermits } from "@/lib/domain/subscriptions/permits/take-permits";
import { listPlans } from "@/lib/domain/subscriptions/plans/list-plans";
import { remindPayers } from "@/lib/domain/subscriptions/reminders/remind-payers";
import { shardOf } from "@/lib/domain/wallets/queue/shard";
import { scanChain } from "@/lib/indexer/scan-chain";
import type { ChainAccount } from "@/testing/chain";
import { signEnrolment, submitEnrolment } from "@/testing/enrolments";
import { visitor } from "@/testing/hosted-pages";
import {
  drain,
  makeFinal,
  newPayer,
  openSession,
  signRequest,
  submissionRow,
  submit,
} from "@/testing/relay";
import { hurry } from "@/testing/relay-slots";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { insertMailedCustomer, insertPlan, type PlanRow } from "@/testing/subscription-rows";
import { enrolDirectly } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { pinDeployments } from "./pin-deployments";

let world: World;
let payer: ChainAccount;
let plan: PlanRow;
/** What a start finds that has only the deployment of live mode, on the same chain. */
let left: Chains;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  payer = await fundPayer(world);
  plan = await insertPlan(world);
  await begin();
  const { log } = world.systemContext();
  left = await pinDeployments(world.db, [world.deployment("live")], log);
});
afterAll(() => world?.stop());

/** The context of a process that started without the deployment of test mode. */
const without = <Of extends Context>(ctx: Of): Of => ({ ...ctx, chains: left });
const home = { payer: () => ({ payer: lowerHex(payer.address), mode: "test" as const }) };

/** A payment with a refund, a session that is open, and a subscription with its charge. */
async function begin(): Promise<void> {
  const ctx = world.merchantContext();
  const session = await openSession(world);
  await openSession(world);
  await payDirectly(world, payer, { amount: 5_000_000n, ref: session.ref });
  await enrolDirectly(world, payer, { plan });
  await makeFinal(world);
  const [paid] = await world.db<{ id: string }[]>`
    select id from transactions where session_id = ${session.id}`;
  const input = { transactionId: paid?.id ?? "", amount: 1_000_000n, reason: "other" as const };
  await createRefund.run(ctx, input, await createRefund.prepare(ctx, input));
}

async function subscription(): Promise<string> {
  const [row] = await world.db<
    { id: string }[]
  >`select id from subscriptions where status = 'active'`;
  if (!row) throw new Error("the payer has subscribed");
  return row.id;
}

test("what was begun on a deployment that is not configured any more is shown as before", async () => {
  const ctx = world.merchantContext();
  const lists = { listSessions, listTransactions, listRefunds, listInvoices, listSubscriptions };
  for (const [name, list] of Object.entries({ ...lists, listPlans })) {
    const before = await list(ctx, { limit: 100 });
    if (name !== "listInvoices") expect(before.data, name).not.toEqual([]);
    expect(await list(without(ctx), { limit: 100 }), name).toEqual(before);
  }
  const before = await loadPayerHome(visitor(world), home.payer());
  const shown = await loadPayerHome(without(visitor(world)), home.payer());
  expect(shown.subscriptions.map(({ id }) => id)).toEqual(before.subscriptions.map(({ id }) => id));
});

test("its chain cannot be asked, and what asks it says so", async () => {
  const id = await subscription();
  const [retired] = left.retired ?? [];
  expect(left.retired).toMatchObject([{ id: world.deployment("test").id, mode: "test" }]);
  const unavailable = expect.objectContaining({ name: "RpcUnavailable" });
  await expect(retired?.chain.rpc.request({ method: "eth_chainId" })).rejects.toEqual(unavailable);
  await world.db`
    update subscriptions set status = 'past_due', past_due_since = clock_now(),
      attempt_at = clock_now() where id = ${id}`;
  await expect(payNow(without(world.systemContext()), id)).rejects.toEqual(unavailable);
  await world.db`
    update subscriptions set status = 'active', past_due_since = null where id = ${id}`;
});

test("payers of other deployments are reminded beside one of it", async () => {
  const id = await subscription();
  await insertMailedCustomer(world, { source: "checkout", wallet: lowerHex(payer.address) });
  await world.db`
    update subscriptions set payer_email = 'ada@x.example', next_charge_at = clock_now() + interval '2 days'
    where id = ${id}`;
  await world.db`
    insert into subscription_reminders (subscription_id, kind, about, remind_at)
    select id, 'subscription_balance_low', next_charge_at, clock_now() - interval '1 second'
    from subscriptions where id = ${id}
    on conflict (subscription_id, kind)
      do update set about = excluded.about, remind_at = excluded.remind_at`;
  expect(await remindPayers(without(world.systemContext()))).toBeGreaterThan(0);
});

test("the relay leaves what is for it, and sends what is for others", async () => {
  const [here, there] = [await newPayer(world), await newPayer(world)];
  const request = await signRequest(world, here, await openSession(world));
  const waiting = await submit(world.merchantContext(), request);
  const terms = await signEnrolment(world, await newPayer(world), await insertPlan(world));
  const enrolment = await submitEnrolment(world.merchantContext(), terms);
  const permit = await relayOwnPermit(visitor(world), home.payer(), await signPermit());
  const [wallet] = relayersOf(world.config);
  if (!wallet) throw new Error("the relay has wallets");
  const shard = shardOf(world.chain.chainId, wallet.address, [wallet.address]);
  const carrier = { role: "relayer" as const, shard };
  expect(await takePermits(without(world.systemContext()), carrier)).toEqual({
    taken: 1,
    candidates: [],
  });
  const live = await openSession(world, 5_000_000n, "live");
  const ofLive = world.merchantContext({ mode: "live" });
  const sent = await submit(ofLive, await signRequest(world, there, live));
  const enrolled = await submitEnrolment(
    ofLive,
    await signEnrolment(world, there, await insertPlan(world, { mode: "live" }), { mode: "live" }),
  );
  await drain(without(world.systemContext()), 3);
  await world.chain.mine();
  await drain(without(world.systemContext()));
  expect(await stateOf(sent.id)).toBe("mined");
  expect(await stateOf(enrolled.id)).toBe("mined");
  expect(await stateOf(waiting.id)).toBe("held");
  expect(await stateOf(enrolment.id)).toBe("queued");
  await world.db`update relay_submissions set next_check_at = clock_now() - interval '1 second'
    where id in ${world.db([waiting.id, enrolment.id])}`;
  await world.db`update payer_permits set next_check_at = null where id = ${permit.id}`;
  await drain(world.systemContext(), 3);
  await world.chain.mine();
  await drain(world.systemContext());
  expect(await stateOf(waiting.id)).toBe("mined");
  expect(await stateOf(enrolment.id)).toBe("mined");
});

async function stateOf(id: string): Promise<string | undefined> {
  const [row] = await world.db<{ state: string }[]>`
    select state from relay_submissions where id = ${id}`;
  return row?.state;
}

/** What the payer's page asks a wallet for. */
async function signPermit() {
  const { chain: _, usdc: token, ...deployment } = world.deployment();
  const own = { token, spender: addressOf(deployment, "subscriptions") };
  const built = await buildPermit(visitor(world), home.payer(), own);
  type Message = Parameters<ReturnType<typeof privateKeyToAccount>["signTypedData"]>[0];
  const account = privateKeyToAccount(payer.privateKey);
  const signature = await account.signTypedData(built.message as unknown as Message);
  const [value, nonce, deadline] = [built.value, built.nonce, built.deadline].map(BigInt);
  if (value === undefined || nonce === undefined || deadline === undefined) throw new Error("told");
  return { ...own, value, nonce, deadline, signature };
}

test("nothing is taken for a session or a plan of it while its mode has another one", async () => {
  const deployments = left.deployments.map((one) => ({ ...one, mode: "test" as const }));
  const ctx = { ...world.merchantContext(), chains: { ...left, deployments } };
  const away = { code: "api_error", info: { details: { reason: "chain_unavailable" } } };
  const session = await openSession(world);
  const request = await signRequest(world, await newPayer(world), session);
  await expect(submit(ctx, request)).rejects.toMatchObject(away);
  const terms = await signEnrolment(world, await newPayer(world), await insertPlan(world));
  await expect(submitEnrolment(ctx, terms)).rejects.toMatchObject(away);
  const keys = [request.idempotencyKey, terms.idempotencyKey];
  expect(
    await world.db`select from relay_submissions where idempotency_key in ${world.db(keys)}`,
  ).toEqual([]);
});

test("of payments that it has settled and nothing here has read, none is told as failed", async () => {
  const [sender, other] = [await newPayer(world), await newPayer(world)];
  const ctx = world.merchantContext();
  const sent = await submit(ctx, await signRequest(world, sender, await openSession(world)));
  await drain(world.systemContext(), 2);
  expect(await stateOf(sent.id)).toBe("broadcast");
  const request = await signRequest(world, other, await openSession(world));
  const waiting = await submit(ctx, request);
  const { payment } = paymentRequest(ctx.actor, request);
  await world.send(world.chain.operator, {
    to: addressOf(world.deployment(), "processor"),
    data: encodePay(addressOf(world.deployment(), "registry"), payment),
  });
  const system = without(world.systemContext());
  const [chain] = left.all;
  if (!chain) throw new Error("the chain is configured");
  const follow = async () => {
    for (let time = 0; time < 4; time += 1) {
      await world.chain.mine(3);
      await scanChain(system, chain, new Date(Date.now() + 10_000));
      await hurry(world);
      await drain(system);
    }
  };
  await follow();
  expect(await submissionRow(world, sent)).toMatchObject({ state: "mined", slotConsumed: true });
  expect(await planRequeue(system, { submissionId: sent.id })).toMatchObject({
    verdict: "unknown",
  });
  // Their time is over, too.
  await world.chain.request("evm_increaseTime", [90_000]);
  await follow();
  expect(await submissionRow(world, sent)).toMatchObject({ state: "mined", failureCode: null });
  expect(await submissionRow(world, waiting)).toMatchObject({ state: "held", failureCode: null });
});
