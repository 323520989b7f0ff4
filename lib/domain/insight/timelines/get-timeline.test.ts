import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lowerHex } from "@/lib/core/chain/hex";
import type { Scope } from "@/lib/core/identity/scopes";
import { newId } from "@/lib/core/ids";
import { watchStatus } from "@/lib/domain/payments/hosted-page/watch-status";
import { cancelSession } from "@/lib/domain/payments/sessions/cancel-session";
import { cancelRefund } from "@/lib/domain/refunds/cancel-refund";
import { createRefund } from "@/lib/domain/refunds/create-refund";
import { getRefund } from "@/lib/domain/refunds/get-refund";
import { recordRefundSignature } from "@/lib/domain/refunds/record-refund-signature";
import { authorizeRefund } from "@/lib/domain/refunds/relayed/authorize-refund";
import { createPaymentLink } from "@/lib/domain/storefronts/links/create-payment-link";
import { updatePaymentLink } from "@/lib/domain/storefronts/links/update-payment-link";
import { cancelSubscription } from "@/lib/domain/subscriptions/cancel-subscription";
import type { ChainAccount } from "@/testing/chain";
import { drain, index, makeFinal, openSession, signRequest, submit } from "@/testing/relay";
import { fundPayer } from "@/testing/settlements";
import { insertPlan, insertSubscription } from "@/testing/subscription-rows";
import { createWorld, type World } from "@/testing/world";
import { eventSteps, getTimeline } from "./get-timeline";

let world: World;
let payer: ChainAccount;
let paidId: string;

/** Opens a session and has it paid through the relay. */
async function pay(): Promise<string> {
  const session = await openSession(world);
  await watchStatus(
    { ...world.systemContext(), actor: { kind: "public", ip: "203.0.113.9" } },
    { sessionId: session.id },
  );
  await submit(world.merchantContext(), await signRequest(world, payer, session));
  await drain(world.systemContext(), 2);
  await world.chain.mine();
  await index(world);
  await makeFinal(world);
  return session.id;
}

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  payer = await fundPayer(world);
  paidId = await pay();
}, 120_000);
afterAll(() => world.stop());

const typesOf = async (id: string, ctx = world.merchantContext()) =>
  (await getTimeline(ctx, { id })).data.map(({ type }) => type);

const notFound = expect.objectContaining({ code: "not_found" });

/** Asks for a part of a session's payment back. */
async function ask(sessionId: string) {
  const [paid] = await world.db<{ id: string }[]>`
    select id from transactions where session_id = ${sessionId}`;
  const ctx = world.merchantContext();
  const input = {
    transactionId: paid?.id ?? "",
    amount: 1_000_000n,
    reason: "customer_request",
  } as const;
  return createRefund.run(ctx, input, await createRefund.prepare(ctx, input));
}

/** Has the merchant's owner sign a refund for the relay. */
async function authorize({ id, instructions }: Awaited<ReturnType<typeof ask>>): Promise<void> {
  const { owner } = world.merchant;
  const offer = instructions?.authorizations.find(({ from }) => from === lowerHex(owner.address));
  if (!offer) throw new Error("the owner may sign");
  const { types, primaryType, domain, message } = offer.typedData;
  const signature = await privateKeyToAccount(owner.privateKey).signTypedData({
    types: { ReceiveWithAuthorization: types.ReceiveWithAuthorization },
    primaryType,
    domain,
    message: { ...message },
  });
  const ctx = world.merchantContext();
  const input = { id, signature };
  await authorizeRefund.run(ctx, input, await authorizeRefund.prepare(ctx, input));
}

test("a payment's timeline tells who did what, from its making to its refund, in order", async () => {
  const refund = await ask(paidId);
  const { data } = await getTimeline(world.merchantContext(), { id: paidId });
  expect(data.map(({ type, actor }) => [type, actor])).toEqual([
    ["payment.created", "key"],
    ["payment.opened", "payer"],
    ["payment.signed", "payer"],
    ["payment.sent", "relay"],
    ["payment.mined", "chain"],
    ["payment.final", "chain"],
    ["refund.created", "merchant"],
  ]);
  expect(data.at(2)?.wallet).toBe(payer.address.toLowerCase());
  expect(data.at(3)?.txHash).toBe(data.at(4)?.txHash);
  expect(data.at(6)).toMatchObject({ resourceId: refund.id, amount: 1_000_000n });
  expect(await typesOf(refund.id)).toEqual(["refund.created"]);
});

test("a refund is cancelled by the merchant, or by itself when its time is up", async () => {
  const ctx = world.merchantContext();
  const [refund] = await world.db<{ id: string }[]>`select id from refunds`;
  const id = refund?.id ?? "";
  await cancelRefund(ctx, { id });
  const doers = () =>
    Promise.all(
      [id, paidId].map(async (object) => {
        const { data } = await getTimeline(ctx, { id: object });
        return data.find(({ type }) => type === "refund.cancelled")?.actor;
      }),
    );
  expect(await doers()).toEqual(["merchant", "merchant"]);
  await world.db`update refunds set expires_at = closed_at where id = ${id}`;
  expect(await doers()).toEqual(["stipend", "stipend"]);
});

test("each attempt to tell of a payment is in its timeline, with what the endpoint answered", async () => {
  const [event] = await world.db<{ id: string }[]>`
    select id from events where resource_id = ${paidId} and type = 'payment.completed'`;
  const endpointId = newId("webhookEndpoint");
  const dispatchId = newId("webhookDispatch");
  await world.db`insert into webhook_endpoints ${world.db({
    id: endpointId,
    merchantId: world.merchant.id,
    mode: "test",
    url: "https://shop.example/hooks",
    events: ["payment.completed"],
    destination: "shop.example",
    apiVersion: "2026-04-27",
    secretSealed: "sealed",
  })}`;
  await world.db`insert into webhook_dispatches (id, event_id, endpoint_id, next_attempt_at)
    values (${dispatchId}, ${event?.id ?? ""}, ${endpointId}, now())`;
  for (const [attempt, status, code] of [
    [1, "failed", 500],
    [2, "succeeded", 200],
    [3, "pending", null],
  ] as const) {
    await world.db`insert into webhook_deliveries (id, merchant_id, mode, dispatch_id, endpoint_id,
        attempt, status, response_code, started_at)
      values (${newId("webhookDelivery")}, ${world.merchant.id}, 'test', ${dispatchId}, ${endpointId},
        ${attempt}, ${status}, ${code}, now() + ${attempt} * interval '1 hour')`;
  }
  const { data } = await getTimeline(world.merchantContext(), { id: paidId });
  const told = data.filter(({ delivery }) => delivery !== null);
  expect(
    told.map(({ type, delivery }) => [type, delivery?.attempt, delivery?.responseCode]),
  ).toEqual([
    ["webhook.failed", 1, 500],
    ["webhook.delivered", 2, 200],
  ]);
  expect(told[0]?.delivery).toMatchObject({
    url: "https://shop.example/hooks",
    event: "payment.completed",
  });
});

test("a payment that is cancelled ends with that", async () => {
  const session = await openSession(world);
  await cancelSession(world.merchantContext(), { id: session.id });
  expect(await typesOf(session.id)).toEqual(["payment.created", "payment.cancelled"]);
});

test("nobody reads the timeline of another merchant, of the other mode, or of what has none", async () => {
  const other = world.merchantContext({ merchantId: newId("merchant") });
  await expect(getTimeline(other, { id: paidId })).rejects.toEqual(notFound);
  const live = world.merchantContext({ mode: "live" });
  await expect(getTimeline(live, { id: paidId })).rejects.toEqual(notFound);
  for (const kind of ["customer", "invoice", "subscription", "refund"] as const) {
    await expect(getTimeline(world.merchantContext(), { id: newId(kind) })).rejects.toEqual(
      notFound,
    );
  }
});

test("what happened in one instant is told in its order", async () => {
  await world.db`update events set created_at = now() where resource_id = ${paidId}`;
  const steps = await eventSteps(world.merchantContext(), [paidId], []);
  const types = steps.map(({ type }) => type);
  expect(types).toEqual(["payment.created", "payment.seen", "payment.completed"]);
});

test("a subscription is the payer's doing, and its charges happen by themselves", async () => {
  const { id } = await openSession(world);
  for (const type of ["subscription.created", "subscription.charged"]) {
    await world.db`update events set type = ${type} where resource_id = ${id}`;
    const [told] = await eventSteps(world.merchantContext(), [id], []);
    expect(told?.actor).toBe(type === "subscription.created" ? "payer" : "stipend");
  }
});

test("a subscription's end is the doing of what cancelled it", async () => {
  const { id: planId } = await insertPlan(world);
  const { id } = await insertSubscription(world, { planId });
  await cancelSubscription(world.merchantContext(), { id });
  for (const [by, actor] of [
    ["merchant", "merchant"],
    ["payer", "payer"],
    ["operator", "stipend"],
    [null, "merchant"],
  ] as const) {
    await world.db`update subscriptions set cancelled_by = ${by} where id = ${id}`;
    const { data } = await getTimeline(world.merchantContext(), { id });
    expect(data.map((one) => [one.type, one.actor])).toEqual([["subscription.cancelled", actor]]);
  }
});

test("a payment link's timeline tells who created it, what was changed, and when it was off", async () => {
  const ctx = world.merchantContext();
  const { id } = await createPaymentLink(ctx, {
    name: "Tea",
    amount: 5_000_000n,
    currency: "USDC",
  });
  await updatePaymentLink(ctx, { id, name: "Tea, 100 g", active: false });
  await updatePaymentLink(ctx, { id, active: false });
  await updatePaymentLink(ctx, { id, active: true });
  const { data } = await getTimeline(ctx, { id });
  expect(data.map(({ type, actor }) => [type, actor])).toEqual([
    ["payment_link.created", "key"],
    ["payment_link.changed", "key"],
    ["payment_link.switched_off", "key"],
    ["payment_link.switched_on", "key"],
  ]);
  const other = await world.addMerchant();
  await expect(
    typesOf(id, world.merchantContext({ merchantId: other.id, mode: "test" })),
  ).rejects.toEqual(notFound);
});

test("a key needs the scope that reads the object, and sees refunds with theirs", async () => {
  const key = { kind: "key", keyId: "ak_1", keyKind: "secret", mode: "test" } as const;
  const withScopes = (...scopes: Scope[]) => ({
    ...world.merchantContext(),
    actor: { ...key, merchantId: world.merchant.id, scopes },
  });
  const lacking = (requiredScope: Scope) => ({
    code: "permission_denied",
    info: { details: { reason: "scope_missing", requiredScope } },
  });
  const objects = [
    [paidId, "sessions_read"],
    [newId("refund"), "refunds_read"],
    [newId("subscription"), "subscriptions_read"],
    [newId("invoice"), "invoices_read"],
    [newId("paymentLink"), "storefronts_read"],
  ] as const;
  for (const [id, scope] of objects) {
    await expect(typesOf(id, withScopes("webhooks_read"))).rejects.toMatchObject(lacking(scope));
  }
  const types = await typesOf(paidId, withScopes("webhooks_read", "sessions_read"));
  expect(types).toContain("payment.final");
  expect(types).not.toContain("refund.created");
  expect(await typesOf(paidId)).toContain("refund.created");
});

test("a refund is sent by the merchant, or signed by the merchant and then sent by the relay", async () => {
  const session = await pay();
  const ctx = world.merchantContext();
  const own = await ask(session);
  const relayed = await ask(session);
  const refundTxHash = `0x${"ab".repeat(32)}` as const;
  await recordRefundSignature(ctx, { id: own.id, refundTxHash });
  await world.mint(world.merchant.owner.address, 1_000_000n);
  await authorize(relayed);
  const toldOf = async (refundId: string, id = refundId) => {
    const { data } = await getTimeline(ctx, { id });
    const steps = data.filter(({ resourceId }) => resourceId === refundId);
    return steps.map(({ type, actor, txHash }) => [type, actor, txHash]);
  };
  const created = ["refund.created", "merchant", null];
  const sent = [created, ["refund.sent", "merchant", refundTxHash]];
  expect(await toldOf(own.id)).toEqual(sent);
  expect(await toldOf(own.id, session)).toEqual(sent);
  const signed = [created, ["refund.signed", "merchant", null]];
  expect(await toldOf(relayed.id)).toEqual(signed);
  await drain(world.systemContext(), 2);
  const { refundTxHash: hash } = await getRefund(ctx, { id: relayed.id });
  expect(hash).not.toBeNull();
  const both = [...signed, ["refund.sent", "stipend", hash]];
  expect(await toldOf(relayed.id)).toEqual(both);
  expect(await toldOf(relayed.id, session)).toEqual(both);
});
