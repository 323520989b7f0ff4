import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sql } from "@/db/client";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import { type ApiMerchant, type ApiTarget, openApiTarget } from "@/testing/api/api-target";
import { insertSubscription, insertTransaction } from "@/testing/api/money-rows";

let target: ApiTarget;
let db: Sql;

beforeAll(async () => {
  target = await openApiTarget();
  db = target.db;
});
afterAll(() => target.close());

const ask = async ({ session }: ApiMerchant, path: string, mode: Mode = "test") => {
  const headers = { authorization: `Bearer ${session}`, "stipend-mode": mode };
  const { status, body } = await target.send({ method: "GET", path, headers });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

const order = { amount: "5000000", currency: "USDC" };
async function makeSession({ keys }: ApiMerchant, mode: Mode = "test"): Promise<string> {
  const headers = { authorization: `Bearer ${keys[mode]}` };
  const { body } = await target.send({
    method: "POST",
    path: "/v1/payment-sessions",
    headers,
    body: order,
  });
  return String(body.id);
}

/** An endpoint as its row is after some deliveries. */
async function addEndpoint(merchantId: string, change: object, mode: Mode = "test") {
  const id = newId("webhookEndpoint");
  const url = "https://shop.example/hook";
  await db`insert into webhook_endpoints ${db({
    id,
    merchantId,
    mode,
    url,
    destination: "shop.example",
    events: ["payment.completed"],
    apiVersion: "2026-04-27",
    secretSealed: "sealed",
    ...change,
  })}`;
  return id;
}

test("setting up is told by what is there in the mode", async () => {
  const merchant = await target.addMerchant();
  await db`update api_keys set status = 'revoked', revoked_at = now(), revoked_reason = 'manual'
    where merchant_id = ${merchant.id}`;
  const setup = (mode?: Mode) => ask(merchant, "/v1/merchants/me/setup", mode);
  const nothing = {
    apiKeyId: null,
    sessionId: null,
    confirmedSessionId: null,
    webhookDelivered: false,
    onboarded: false,
  };
  expect(await setup()).toMatchObject({ object: "setup", mode: "test", ...nothing });
  const made = await target.mint(merchant.id, "test", ["sessions_write"]);
  expect(await setup()).toMatchObject({ apiKeyId: made.id });
  const sessionId = await makeSession({ ...merchant, keys: { ...merchant.keys, test: made.key } });
  expect(await setup()).toMatchObject({ sessionId, confirmedSessionId: null });
  const status = (id: string, to: string) => db`
    update payment_sessions set status = ${to} where id = ${id}`;
  // The guide leads to a payment that can be made.
  await status(sessionId, "expired");
  const next = await makeSession({ ...merchant, keys: { ...merchant.keys, test: made.key } });
  expect(await setup()).toMatchObject({ sessionId: next });
  await status(next, "cancelled");
  await status(sessionId, "pending");
  expect(await setup()).toMatchObject({ sessionId });
  await db`update payment_sessions set status = 'confirmed' where id = ${sessionId}`;
  expect(await setup()).toMatchObject({ confirmedSessionId: sessionId });
  await addEndpoint(merchant.id, { lastSuccessAt: new Date() });
  const wallet = Buffer.alloc(20, 1);
  await db`update merchants set business_sector = 'Food', country_code = 'ES', payout_address = ${wallet}
    where id = ${merchant.id}`;
  expect(await setup()).toMatchObject({ webhookDelivered: true, onboarded: true });
  expect(await setup("live")).toMatchObject({ ...nothing, onboarded: true });
});

test("what needs attention is told by kind, of the merchant and mode alone", async () => {
  const merchant = await target.addMerchant();
  const attention = async (mode?: Mode) => {
    const { data } = await ask(merchant, "/v1/merchants/me/attention", mode);
    return data;
  };
  expect(await attention()).toEqual([]);
  const deployment = target.chains.deployments.find(({ mode }) => mode === "test");
  if (!deployment) throw new Error("test mode has a deployment");
  const failing = { failingSince: new Date() };
  await addEndpoint(merchant.id, { ...failing, status: "disabled", disabledReason: "user" });
  await addEndpoint(merchant.id, { ...failing, deletedAt: new Date() });
  const gone = { status: "disabled", disabledReason: "gone_410" };
  await addEndpoint(merchant.id, { ...gone, createdAt: new Date(0) });
  const endpointId = await addEndpoint(merchant.id, failing);
  const held = await insertTransaction(target, merchant.id, "test", deployment);
  await db`update transactions set status = 'pending', payment_exception = 'screening' where id = ${held}`;
  const headers = { authorization: `Bearer ${merchant.keys.test}` };
  const body = { name: "Membership", amount: "9000000", currency: "USDC", interval: "monthly" };
  const path = "/v1/subscription-plans";
  const plan = await target.send({ method: "POST", path, headers, body });
  const terms = { merchantId: merchant.id, mode: "test" as const, deployment };
  const subscriptionId = await insertSubscription(target, {
    ...terms,
    planId: String(plan.body.id),
  });
  await db`update subscriptions set status = 'past_due' where id = ${subscriptionId}`;
  const lines = [{ description: "Coffee", quantity: 1, unitAmount: "2500000" }];
  const invoice = await target.send({
    method: "POST",
    path: "/v1/invoices",
    headers,
    body: { lineItems: lines, currency: "USDC" },
  });
  await db`update invoices set status = 'overdue', sent_at = now(), due_at = now()
    where id = ${String(invoice.body.id)}`;
  expect(await attention()).toEqual([
    { kind: "endpoints_failing", count: 2, firstId: endpointId },
    { kind: "payments_held", count: 1, firstId: held },
    { kind: "renewals_at_risk", count: 1, firstId: subscriptionId },
    { kind: "invoices_overdue", count: 1, firstId: invoice.body.id },
  ]);
  expect(await attention("live")).toEqual([]);
});
