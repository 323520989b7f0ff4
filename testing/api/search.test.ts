import { afterAll, beforeAll, expect, it } from "vitest";
import type { Scope } from "@/lib/core/identity/scopes";
import { newId } from "@/lib/core/ids";
import { modes } from "@/lib/core/modes";
import { makeSamples } from "./api-samples";
import { type ApiMerchant, type ApiTarget, openApiTarget } from "./api-target";
import type { Sample } from "./derive-samples";

let target: ApiTarget;
let ada: ApiMerchant;
let bob: ApiMerchant;
let samples: Record<string, Sample>;
let customer: { id: string; wallet: string };

interface Hit {
  id: string;
  type: string;
  matched: string;
  mode: string;
  title: string | null;
}

beforeAll(async () => {
  target = await openApiTarget();
  ada = await target.addMerchant();
  bob = await target.addMerchant();
  samples = await makeSamples(target, ada, "test");
  await makeSamples(target, ada, "live");
  for (const mode of modes) await makeSamples(target, bob, mode);
  const wallet = `0x${"cd".repeat(20)}`;
  const person = { name: "Ada Lovelace", email: "Ada@Analytical.example", externalRef: "engine 7" };
  const { body } = await target.send({
    method: "POST",
    path: "/v1/customers",
    headers: { authorization: `Bearer ${ada.keys.test}` },
    body: { walletAddress: wallet, ...person },
  });
  customer = { id: String(body.id), wallet };
});
afterAll(() => target.close());

async function find(q: string, key = ada.keys.test, headers = {}): Promise<Hit[]> {
  const { status, body } = await target.send({
    method: "GET",
    path: "/v1/search",
    query: { q },
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  expect(status, `${q}: ${JSON.stringify(body)}`).toBe(200);
  return body.data as Hit[];
}

const idOf = (name: string) => samples[name]?.params?.id ?? "";

it.each([
  ["getSession", "payment_session"],
  ["getTransaction", "transaction"],
  ["getRefund", "refund"],
  ["getCustomer", "customer"],
  ["getSubscription", "subscription"],
  ["getInvoice", "invoice"],
  ["getPlan", "subscription_plan"],
  ["getPaymentLink", "payment_link"],
  ["getWebhookEndpoint", "webhook_endpoint"],
  ["getWebhookDelivery", "webhook_delivery"],
  ["getApiKey", "api_key"],
])("finds what %s reads, by its id, for its merchant and mode alone", async (name, type) => {
  const id = idOf(name);
  expect(await find(id)).toMatchObject([
    { object: "search_hit", type, id, matched: "id", mode: "test" },
  ]);
  for (const key of [ada.keys.live, bob.keys.test, bob.keys.live]) {
    expect(await find(id, key)).toEqual([]);
  }
});

it("finds an event by its id", async () => {
  const [row] = await target.db<{ id: string }[]>`
    select id from events where merchant_id = ${ada.id} and mode = 'test' limit 1`;
  expect(await find(row?.id ?? "")).toMatchObject([{ type: "event", id: row?.id }]);
  expect(await find(row?.id ?? "", bob.keys.test)).toEqual([]);
});

it("finds a customer by wallet, address of e-mail, name and reference, in any case", async () => {
  for (const [q, matched] of [
    [customer.wallet.toUpperCase().replace("0X", "0x"), "address"],
    ["ADA@ANALYTICAL.example", "email"],
    ["ada@an", "email"],
    ["ada lo", "name"],
    ["engine 7", "reference"],
  ] as const) {
    expect(await find(q)).toContainEqual(
      expect.objectContaining({
        type: "customer",
        id: customer.id,
        matched,
        title: "Ada Lovelace",
      }),
    );
    for (const key of [ada.keys.live, bob.keys.test]) {
      expect((await find(q, key)).map(({ id }) => id)).not.toContain(customer.id);
    }
  }
});

it("finds money by its amount, in its currency, in whole units and in the smallest", async () => {
  const id = idOf("getSession");
  for (const q of ["5", "5.00 usdc", "5000000"]) {
    expect(await find(q)).toContainEqual(expect.objectContaining({ id, matched: "amount" }));
  }
  expect((await find("5 EURC")).map(({ id: found }) => found)).not.toContain(id);
  const own = await find("5");
  for (const key of [ada.keys.live, bob.keys.test]) {
    const ids = new Set((await find("5", key)).map(({ id: found }) => found));
    expect(own.filter(({ id: found }) => ids.has(found))).toEqual([]);
  }
});

it("finds a transaction by the chain's hash, and by its payer's wallet where that is a customer's", async () => {
  const id = idOf("getTransaction");
  await target.db`update transactions set customer_id = ${customer.id} where id = ${id}`;
  const [row] = await target.db<
    { txHash: string }[]
  >`select tx_hash from transactions where id = ${id}`;
  expect(await find(row?.txHash ?? "")).toContainEqual(
    expect.objectContaining({ id, matched: "hash" }),
  );
  expect(await find(row?.txHash ?? "", bob.keys.test)).toEqual([]);
  expect(await find(customer.wallet)).toContainEqual(
    expect.objectContaining({ id, matched: "address" }),
  );
});

it("finds a payment session and a refund by the hash that the chain has of them", async () => {
  const [session] = await target.db<{ ref: string }[]>`
    select ref from payment_sessions where id = ${idOf("getSession")}`;
  const [refund] = await target.db<{ refundRef: string }[]>`
    select refund_ref from refunds where id = ${idOf("getRefund")}`;
  for (const [hash = "", name] of [
    [session?.ref, "getSession"],
    [refund?.refundRef, "getRefund"],
  ] as const) {
    expect(await find(hash)).toMatchObject([{ id: idOf(name), matched: "hash" }]);
    expect(await find(hash, bob.keys.test), name).toEqual([]);
    expect(await find(hash, ada.keys.live), name).toEqual([]);
  }
});

it("finds a refund by the hash of the relay's transaction, for its merchant and mode alone", async () => {
  const id = idOf("getRefund");
  const deployment = target.chains.deployments.find(({ mode }) => mode === "test");
  if (!deployment) throw new Error("there is a deployment for test mode");
  const txHash = `0x${"e7".repeat(32)}`;
  await target.db`insert into refund_authorizations ${target.db({
    refundId: id,
    chainId: deployment.chain.id,
    deploymentId: deployment.id,
    fromAddress: customer.wallet,
    nonce: `0x${"e8".repeat(32)}`,
    validBefore: "0",
    signature: "0x01",
    senderHasCode: false,
    state: "in_flight",
    txHash,
  })}`;
  expect(await find(txHash)).toMatchObject([{ type: "refund", id, matched: "hash" }]);
  for (const key of [ada.keys.live, bob.keys.test, bob.keys.live]) {
    expect(await find(txHash, key)).toEqual([]);
  }
  await target.db`delete from refund_authorizations where refund_id = ${id}`;
});

it("finds a subscription by its payer's wallet, and an endpoint by its host, of its own merchant and mode", async () => {
  const [{ payer } = { payer: "" }] = await target.db<{ payer: string }[]>`
    select payer from subscriptions where id = ${idOf("getSubscription")}`;
  const [{ url } = { url: "" }] = await target.db<{ url: string }[]>`
    select url from webhook_endpoints where id = ${idOf("getWebhookEndpoint")}`;
  for (const [q, name, type, matched] of [
    [payer, "getSubscription", "subscription", "address"],
    [new URL(url).host.slice(0, 6), "getWebhookEndpoint", "webhook_endpoint", "name"],
  ] as const) {
    const hit = expect.objectContaining({ type, id: idOf(name), matched });
    expect(await find(q), q).toContainEqual(hit);
    for (const key of [ada.keys.live, bob.keys.test, bob.keys.live]) {
      expect((await find(q, key)).map(({ id }) => id)).not.toContain(idOf(name));
    }
  }
});

it("finds no webhook endpoint that was deleted, by its id or its host", async () => {
  const { keys } = await target.addMerchant();
  const path = "/v1/webhook-endpoints";
  const headers = { authorization: `Bearer ${keys.test}` };
  const body = { url: "https://127.0.0.1:9/hook", events: ["payment.completed"], mode: "test" };
  const { body: made } = await target.send({ method: "POST", path, headers, body });
  const id = String(made.id);
  for (const q of [id, "127.0.0.1"]) {
    expect(
      (await find(q, keys.test)).map((hit) => hit.id),
      q,
    ).toContain(id);
  }
  await target.send({ method: "DELETE", path: `${path}/${id}`, headers });
  for (const q of [id, "127.0.0.1"]) expect(await find(q, keys.test), q).toEqual([]);
});

it("says of a subscription whose plan is archived that it is not on sale", async () => {
  const headers = { authorization: `Bearer ${ada.keys.test}` };
  const post = async (path: string, body: object) =>
    (await target.send({ method: "POST", path, headers, body })).body;
  const terms = { type: "subscription", interval: "monthly", intervalCount: 1 };
  const { id, planId } = await post("/v1/storefront/products", {
    ...{ name: "Archived club", description: null, price: "12500000", currency: "USDC" },
    ...{ ...terms, stock: null, isActive: true },
  });
  expect(await find(String(id))).toMatchObject([{ type: "product", status: "on sale" }]);
  await post(`/v1/subscription-plans/${planId}/archive`, {});
  expect(await find(String(id))).toMatchObject([{ type: "product", status: "plan archived" }]);
});

it("finds an invoice by its number, and says it", async () => {
  const [hit] = (await find("INV-000001")).filter(({ type }) => type === "invoice");
  expect(hit).toMatchObject({ matched: "number", title: expect.stringMatching(/^INV-000001/) });
});

it("finds a key by how it begins, and by the whole of it", async () => {
  const { id, key } = await target.mint(ada.id, "test", []);
  for (const q of [key.slice(0, 12), key]) {
    expect((await find(q)).map((hit) => hit.id)).toContain(id);
  }
  expect((await find(`${key.slice(0, -4)}0000`)).map((hit) => hit.id)).not.toContain(id);
});

it("shows a key only what its scopes let it read", async () => {
  const { key } = await target.mint(ada.id, "test", ["sessions_read", "customers_read"] as Scope[]);
  expect(await find(idOf("getCustomer"), key)).toHaveLength(1);
  for (const name of [
    "getTransaction",
    "getRefund",
    "getInvoice",
    "getPlan",
    "getSubscription",
    "getWebhookEndpoint",
    "getApiKey",
  ]) {
    expect(await find(idOf(name), key), name).toEqual([]);
  }
});

it("lets a person find everything of the mode that they act in", async () => {
  expect(await find(idOf("getApiKey"), ada.session)).toHaveLength(1);
  expect(await find(idOf("getApiKey"), ada.session, { "stipend-mode": "live" })).toEqual([]);
});

it("shows five of a kind at the most", async () => {
  const many = await target.addMerchant();
  for (let count = 0; count < 7; count += 1) {
    await target.db`
      insert into customers ${target.db({ id: newId("customer"), merchantId: many.id, mode: "test", walletAddress: `0x${String(count).repeat(40)}`, name: "Grace" })}`;
  }
  expect(await find("grace", many.keys.test)).toHaveLength(5);
});

it("answers whatever it is asked", async () => {
  const odd = [
    "%",
    "_",
    "\\",
    "'",
    "a'; --",
    "$1",
    "🦊",
    "İ",
    "\u{10FFFF}",
    "(",
    "0x",
    "0xzz",
    "9".repeat(320),
    "a".repeat(320),
    "-0",
    "1e400",
    "NaN",
    "null",
    "\n x",
    "٣",
    "inv-00000000000000",
    "ps_",
    `ps_${"é".repeat(24)}`,
    "@",
    ".",
    "5 usd",
    "1.",
    "sk_test_",
    "٤٩",
  ];
  for (const q of odd) expect(Array.isArray(await find(q)), q).toBe(true);
});

it.each(["", "   ", "a".repeat(321), "\u0000"])("refuses %j by name", async (q) => {
  const headers = { authorization: `Bearer ${ada.keys.test}` };
  const { status, body } = await target.send({
    method: "GET",
    path: "/v1/search",
    query: { q },
    headers,
  });
  expect({ status, param: body.error?.param }).toEqual({ status: 400, param: "q" });
});
