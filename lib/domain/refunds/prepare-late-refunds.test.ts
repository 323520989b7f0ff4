import { encodeFunctionData } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { termsWords } from "@/lib/adapters/chain/calls/subscription-terms";
import { addressOf } from "@/lib/adapters/chain/chains";
import { mailText } from "@/lib/adapters/email/mail-content";
import type { Bytes32 } from "@/lib/core/chain/hex";
import type { RefundFailure } from "@/lib/core/kinds";
import type { StoredMail } from "@/lib/domain/mails/mail";
import { wordMail } from "@/lib/domain/mails/word-mail";
import { checkRefunds } from "@/lib/domain/operations/checks/check-merchants";
import { readOpenRefunds } from "@/lib/domain/operations/read-open-refunds";
import { refundGauges } from "@/lib/domain/operations/refund-gauges";
import { takeBackSettlements } from "@/lib/domain/payments/settlements/take-back-settlements";
import { applySubscriptionEvents } from "@/lib/domain/subscriptions/books/apply-subscription-events";
import { takeBackSubscriptions } from "@/lib/domain/subscriptions/books/take-back-subscriptions";
import type { ChainAccount } from "@/testing/chain";
import { forAMinute, makeFinal } from "@/testing/relay";
import { fundPayer } from "@/testing/settlements";
import {
  insertCharge,
  insertPlan,
  insertSubscription,
  type PlanRow,
} from "@/testing/subscription-rows";
import { enrolDirectly } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { cancelRefund } from "./cancel-refund";
import { createRefund } from "./create-refund";
import { failRefund } from "./fail-refund";
import { getRefund } from "./get-refund";
import { prepareLateRefunds } from "./prepare-late-refunds";
import { settleDueRefunds } from "./settle-due-refunds";

const DAY = 86_400;

let world: World;
let plan: PlanRow;
let payer: ChainAccount;

beforeAll(async () => {
  world = await createWorld();
  plan = await insertPlan(world, { interval: "daily" });
});
beforeEach(async () => {
  payer = await fundPayer(world);
});
afterAll(() => world?.stop());

const refundsOf = (transactionId: string) => world.db<
  { id: string; status: string; origin: string; method: string; amount: bigint }[]
>`
  select id, status, origin, method, amount from refunds
  where transaction_id = ${transactionId} order by created_at`;

const eventsOf = async (id: string) =>
  (
    await world.db<{ type: string }[]>`
      select type from events where resource_id = ${id} order by sequence`
  ).map(({ type }) => type);

/** A final charge with an exception, of a subscription that the relay was given, or of another. */
async function inserted(exception: string, status = "confirmed"): Promise<string> {
  const { id } = await insertSubscription(world);
  const transactionId = await insertCharge(world, id, { period: 0 });
  await world.db`
    update transactions set payment_exception = ${exception}, status = ${status}
    where id = ${transactionId}`;
  return transactionId;
}

const prepare = (...ids: string[]) =>
  transaction(world.db, (tx) => prepareLateRefunds(world.systemContext(), tx, ids));

test("the refund of a late charge waits for the merchant's wallet, whole and once", async () => {
  const late = await inserted("late");
  await prepare(late);
  await prepare(late);
  const [refund, ...others] = await refundsOf(late);
  expect(others).toEqual([]);
  expect(refund).toMatchObject({
    status: "pending",
    origin: "late_charge",
    amount: 10_000_000n,
  });
  if (!refund) throw new Error("it is prepared");
  expect(await eventsOf(refund.id)).toEqual(["refund.created"]);
  const view = await getRefund(world.merchantContext(), { id: refund.id });
  expect(view).toMatchObject({ reason: null, note: null, instructions: { method: "transfer" } });
  expect(view.expiresAt).toBeNull();
  expect(view.instructions?.expiresAt.getTime()).toBe(view.createdAt.getTime() + 7 * DAY * 1_000);
  const [mails] = await world.db<{ count: bigint }[]>`select count(*) from mails`;
  expect(mails?.count).toBe(0n);
});

test("of what was charged in time, is held up or not booked nothing is prepared", async () => {
  const kept = [
    await inserted("none"),
    await inserted("screening", "pending"),
    await inserted("late", "pending"),
    await inserted("late", "reorged"),
  ];
  await prepare(...kept);
  for (const id of kept) expect(await refundsOf(id)).toEqual([]);
});

test("what the merchant has cancelled, or asked for before, is not prepared again", async () => {
  const late = await inserted("late");
  await prepare(late);
  const [refund] = await refundsOf(late);
  await cancelRefund(world.merchantContext(), { id: refund?.id ?? "" });
  await prepare(late);
  expect(await refundsOf(late)).toMatchObject([{ status: "cancelled" }]);
  const asked = await inserted("late");
  const ctx = world.merchantContext();
  const input = { transactionId: asked, amount: 1n, reason: "customer_request" } as const;
  await createRefund.run(ctx, input, await createRefund.prepare(ctx, input));
  await prepare(asked);
  expect(await refundsOf(asked)).toMatchObject([{ origin: "api", amount: 1n }]);
});

const mailsOf = (id: string) => world.db<StoredMail[]>`
  select * from mails where facts ->> 'refundId' = ${id}`;
/** Days pass for a refund, and the job looks. */
async function passDays(id: string, days: number): Promise<void> {
  const by = world.db`${days} * interval '1 day'`;
  await world.db`
    update refunds set created_at = created_at - ${by}, expires_at = expires_at - ${by},
      due_at = due_at - ${by} where id = ${id}`;
  await settleDueRefunds(world.systemContext(), forAMinute());
  await settleDueRefunds(world.systemContext(), forAMinute());
}

async function prepared(): Promise<{ transactionId: string; id: string }> {
  const transactionId = await inserted("late");
  await prepare(transactionId);
  const [refund] = await refundsOf(transactionId);
  return { transactionId, id: refund?.id ?? "" };
}

test("one that nobody sends stays open, and the merchant is mailed every 7 days", async () => {
  await world.db`update merchants set email = 'shop@x.example' where id = ${world.merchant.id}`;
  const { transactionId, id } = await prepared();
  await passDays(id, 6);
  expect(await mailsOf(id)).toEqual([]);
  await passDays(id, 1);
  expect(await refundsOf(transactionId)).toMatchObject([{ id, status: "pending" }]);
  const [mail, ...others] = await mailsOf(id);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ kind: "refund_waiting", recipient: "shop@x.example" });
  if (!mail) throw new Error("it is queued");
  const content = wordMail(world.systemContext(), mail);
  expect(content.subject).toBe("Refund waiting: 10.00\u00a0USDC");
  expect(content.button?.url).toContain(`/dashboard/refunds/${id}`);
  const view = await getRefund(world.merchantContext(), { id });
  expect(view.instructions?.expiresAt.getTime()).toBeGreaterThan(view.createdAt.getTime());
  await passDays(id, 7);
  expect(await mailsOf(id)).toHaveLength(2);
  // Of one that a hash was recorded for, and that no node knows any more, too.
  await world.db`update refunds set refund_tx_hash = refund_ref, due_at = null where id = ${id}`;
  await passDays(id, 7);
  const mails = await mailsOf(id);
  expect(mails).toHaveLength(3);
  // It may have been sent under another hash: that mail asks for no second transfer.
  const texts = mails.map((one) => mailText(wordMail(world.systemContext(), one)));
  expect(texts.filter((text) => text.includes("send it from your wallet"))).toHaveLength(2);
  expect(texts.filter((text) => text.includes("under which hash it was sent"))).toHaveLength(1);
  expect(await refundsOf(transactionId)).toMatchObject([{ id, status: "pending" }]);
});

test("what waits for more than 7 days is told to the operator", async () => {
  const refunds = () => readOpenRefunds(world.db);
  const look = () => checkRefunds({ refunds });
  await world.db`delete from refunds`;
  const { id } = await prepared();
  await passDays(id, 6);
  expect(await look()).toMatchObject({ status: "ok" });
  await passDays(id, 2);
  expect(await look()).toMatchObject({
    status: "warn",
    detail: "refunds of late charges that have waited for more than 7 days: 1",
  });
  expect(await refundGauges({ refunds })).toContainEqual(["refunds", 1, "late_charge"]);
  await cancelRefund(world.merchantContext(), { id });
  expect(await look()).toMatchObject({ status: "ok" });
});

test("more than are renewed at once do not run out either", async () => {
  const { transactionId, id } = await prepared();
  await world.db`
    insert into refunds select (r).* from (
      select jsonb_populate_record(f, jsonb_build_object(
        'id', 're_more_' || n, 'refund_ref', '\\x' || lpad(to_hex(n), 64, '0'))) as r
      from refunds f, generate_series(1, 100) n where f.id = ${id}
    ) more`;
  await world.db`
    update refunds set expires_at = now(), due_at = now() - interval '1 second' where transaction_id = ${transactionId}`;
  await settleDueRefunds(world.systemContext(), forAMinute());
  const all = await refundsOf(transactionId);
  expect(all).toHaveLength(101);
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(["pending"]));
});

test("one whose charge was returned otherwise is cancelled in place of a reminder", async () => {
  const { transactionId, id } = await prepared();
  await world.db`update transactions set amount_refunded = amount where id = ${transactionId}`;
  await passDays(id, 7);
  expect(await refundsOf(transactionId)).toMatchObject([{ id, status: "cancelled" }]);
  expect(await mailsOf(id)).toEqual([]);
});

test("when what was sent for it fails, another one is prepared", async () => {
  const { transactionId, id } = await prepared();
  await transaction(world.db, (tx) =>
    failRefund(world.systemContext(), tx, { id, reason: "transaction_reverted" }),
  );
  expect(await refundsOf(transactionId)).toMatchObject([
    { id, status: "failed" },
    { status: "pending", origin: "late_charge", amount: 10_000_000n },
  ]);
});

test("the mail about one that fails leads to the one that is prepared, and promises no other", async () => {
  await world.db`update merchants set email = 'shop@x.example' where id = ${world.merchant.id}`;
  const again = "You can refund the payment again";
  const anew = "A new refund is prepared";
  const fail = async (id: string, reason: RefundFailure): Promise<StoredMail> => {
    await transaction(world.db, (tx) => failRefund(world.systemContext(), tx, { id, reason }));
    const [mail] = await mailsOf(id);
    if (!mail) throw new Error("it is queued");
    return mail;
  };
  const textOf = (mail: StoredMail) => mailText(wordMail(world.systemContext(), mail));
  for (const reason of ["authorization_expired", "sender_mismatch"] as const) {
    const { transactionId, id } = await prepared();
    const mail = await fail(id, reason);
    const next = (await refundsOf(transactionId)).find(({ status }) => status === "pending");
    const { url } = wordMail(world.systemContext(), mail).button;
    expect(url).toContain(`/dashboard/refunds/${next?.id}?`);
    expect(textOf(mail)).toContain(anew);
    expect(textOf(mail)).not.toContain(again);
  }
  // A charge that has another refund gets no further one.
  const { transactionId, id } = await prepared();
  await world.db`
    insert into refunds select (r).* from (
      select jsonb_populate_record(f, jsonb_build_object(
        'id', 're_other', 'status', 'cancelled', 'refund_ref', '\\x' || repeat('0e', 32))) as r
      from refunds f where f.id = ${id}
    ) other`;
  const mail = await fail(id, "authorization_expired");
  expect(await refundsOf(transactionId)).toHaveLength(2);
  expect(textOf(mail)).not.toContain(anew);
  expect(textOf(mail)).not.toContain(again);
  // Mails that were queued before this was told are still worded.
  const { facts } = mail;
  const old = { ...mail, facts: { ...facts, origin: undefined, nextRefundId: undefined } };
  expect(textOf(old)).toContain(again);
});

async function charge(id: Bytes32, period: bigint): Promise<void> {
  await world.chain.request("evm_increaseTime", [DAY]);
  const data = encodeFunctionData({
    abi: subscriptionManagerAbi,
    functionName: "charge",
    args: [{ id, period, number: 0n, amount: plan.amount }],
  });
  await world.send(world.merchant.owner, {
    to: addressOf(world.deployment(), "subscriptions"),
    data,
  });
}

/** Enrols, and charges a second time after something has happened to the subscription. */
async function chargedAfter(happen: (id: string) => Promise<unknown>) {
  const { id: onchainId } = await enrolDirectly(world, payer, { plan, periods: 30 });
  await makeFinal(world, 4);
  const [row] = await world.db<{ id: string }[]>`
    select id from subscriptions where onchain_id = ${onchainId}`;
  const id = row?.id ?? "";
  await happen(id);
  await charge(onchainId, 1n);
  await makeFinal(world, 4);
  const charges = await world.db<{ id: string; paymentException: string }[]>`
    select t.id, t.payment_exception from transactions t
    join subscription_charges k on k.transaction_id = t.id
    where t.subscription_id = ${id} order by k.period`;
  return { id, onchainId, charges };
}

const cancel = (id: string) => world.db`
  update subscriptions set status = 'cancelled', cancelled_at = now(), attempt_at = null,
    next_charge_at = null where id = ${id}`;
const pause = (id: string) => world.db`
  update subscriptions set paused_at = now() where id = ${id}`;

beforeAll(async () => {
  const { address } = world.merchant.owner;
  await world.chain.request("anvil_setBalance", [address, "0x8ac7230489e80000"]);
});

test.each([
  ["cancel", cancel],
  ["pause", pause],
])(
  "a charge that lands after a %s is booked with its refund prepared, and the one before is not",
  async (_, happen) => {
    const { charges } = await chargedAfter(happen);
    expect(charges.map((one) => one.paymentException)).toEqual(["none", "late"]);
    const [first, second] = charges;
    expect(await refundsOf(first?.id ?? "")).toEqual([]);
    expect(await refundsOf(second?.id ?? "")).toMatchObject([
      { status: "pending", origin: "late_charge", method: "contract", amount: plan.amount },
    ]);
  },
);

test("the terms of an enrolment that the chain alone shows are those that its payer sent", async () => {
  const startIn = (-3 * DAY) / 2;
  const { id, terms } = await enrolDirectly(world, payer, { plan, periods: 30, startIn });
  await makeFinal(world, 4);
  const [row] = await world.db`
    select signed_terms, start_at > to_timestamp(${String(terms.startAt)}) as starts_later
    from subscriptions where onchain_id = ${id}`;
  expect(row).toEqual({ signedTerms: termsWords(terms), startsLater: true });
});

test("by the contract, and a chain that is read again prepares no second one", async () => {
  const { onchainId, charges } = await chargedAfter(cancel);
  const late = charges[1]?.id ?? "";
  const [refund] = await refundsOf(late);
  expect(refund).toMatchObject({ method: "contract" });
  const view = await getRefund(world.merchantContext(), { id: refund?.id ?? "" });
  const to = addressOf(world.deployment(), "chargeRefunds");
  expect(view.instructions?.steps[1]).toMatchObject({ kind: "refund", to });
  const [from] = await world.db<{ above: bigint; chainId: number }[]>`
    select block_number as above, chain_id from chain_subscriptions
    where onchain_id = ${onchainId}`;
  if (!from) throw new Error("it was read");
  await transaction(world.db, async (tx) => {
    await takeBackSubscriptions(world.systemContext(), tx, from);
    await takeBackSettlements(tx, from);
  });
  await transaction(world.db, (tx) =>
    applySubscriptionEvents(world.systemContext(), tx, { ...from, through: 1_000_000n }),
  );
  expect(await refundsOf(late)).toMatchObject([{ id: refund?.id }]);
});
