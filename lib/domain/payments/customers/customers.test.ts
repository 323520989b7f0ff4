import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { customer } from "@/lib/contract/payments/customers";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import type { LockedCustomer } from "./customer-rows";
import { seeEmail } from "./email-history";
import { getCustomer } from "./get-customer";
import { listCustomers } from "./list-customers";
import { updateCustomer } from "./update-customer";
import { upsertCustomer } from "./upsert-customer";

let world: WebhookWorld;
let merchantId: string;
let owner: Context<MerchantActor>;

beforeAll(async () => {
  world = await createWebhookWorld();
});
beforeEach(async () => {
  merchantId = await world.addMerchant();
  owner = world.merchant({ merchantId });
});
afterAll(() => world.stop());

const wallet = (n: number) => `0x${n.toString(16).padStart(40, "0")}` as const;
const upsert = (
  n: number,
  rest: Omit<Parameters<typeof upsertCustomer>[1], "walletAddress"> = {},
) => upsertCustomer(owner, { walletAddress: wallet(n), ...rest });
const history = (view: { metadata: Record<string, unknown> }) =>
  (view.metadata.emailHistory as { email: string; source: string }[]).map(
    ({ email, source }) => `${source} ${email}`,
  );
const refused = (param: string, reason: string) =>
  expect.objectContaining({
    code: "invalid_request",
    info: { param, details: expect.objectContaining({ reason }) },
  });

test("a wallet is one customer: the second call changes what it gives and keeps the rest", async () => {
  const created = await upsert(0xabc, { email: "ada@example.com", name: "Ada", externalRef: "u1" });
  expect(z.encode(customer, created)).toMatchObject({
    object: "customer",
    mode: "test",
    walletAddress: "0x0000000000000000000000000000000000000aBc",
    email: "ada@example.com",
    name: "Ada",
    externalRef: "u1",
  });
  const changed = await upsert(0xabc, { name: "Ada L." });
  expect(changed).toMatchObject({
    id: created.id,
    email: "ada@example.com",
    name: "Ada L.",
    externalRef: "u1",
    createdAt: created.createdAt,
  });
  expect(await getCustomer(owner, created)).toEqual(changed);
});

test("a null clears an e-mail, a name or a reference, which is free for another customer then", async () => {
  const { id } = await upsert(5, { email: "ada@example.com", name: "Ada", externalRef: "u5" });
  const cleared = await updateCustomer(owner, { id, email: null, name: null, externalRef: null });
  expect(cleared).toMatchObject({ id, email: null, name: null, externalRef: null });
  expect(history(cleared)).toEqual(["merchant ada@example.com"]);
  expect(await getCustomer(owner, { id })).toEqual(cleared);
  expect(await upsert(7, { externalRef: "u5" })).toMatchObject({ externalRef: "u5" });
});

test("a change is of one's own customer, and keeps what it does not name", async () => {
  const { id } = await upsert(9, { email: "ada@example.com", name: "Ada", externalRef: "u9" });
  const changed = await updateCustomer(owner, { id, name: "Ada L.", metadata: { plan: "gold" } });
  expect(changed).toMatchObject({
    id,
    email: "ada@example.com",
    name: "Ada L.",
    externalRef: "u9",
  });
  expect(changed.metadata).toMatchObject({ plan: "gold" });
  await upsert(10, { externalRef: "u10" });
  await expect(updateCustomer(owner, { id, externalRef: "u10" })).rejects.toEqual(
    refused("externalRef", "external_ref_taken"),
  );
  const live = world.merchant({ merchantId, mode: "live" });
  const stranger = world.merchant({ merchantId: await world.addMerchant() });
  for (const other of [live, stranger]) {
    await expect(updateCustomer(other, { id, name: "Eve" })).rejects.toMatchObject({
      code: "not_found",
    });
  }
});

test("a cleared e-mail no longer keeps out the one that a payer gives on the checkout", async () => {
  const emailAfterCheckout = async () => {
    const [row] = await world.db<LockedCustomer[]>`
      select *, now() as locked_at from customers where wallet_address = ${wallet(8)}
        and merchant_id = ${merchantId}`;
    return row && seeEmail(row, "payer@example.com", "checkout").email;
  };
  const { id } = await upsert(8, { email: "ada@example.com" });
  expect(await emailAfterCheckout()).toBe("ada@example.com");
  await updateCustomer(owner, { id, email: null });
  expect(await emailAfterCheckout()).toBe("payer@example.com");
});

test("metadata is merged, a null deletes its key, and the e-mail history is not ours to take", async () => {
  await upsert(1, { email: "ada@example.com", metadata: { plan: "gold", seats: 3, old: true } });
  const view = await upsert(1, {
    metadata: { plan: "silver", old: null, emailHistory: [], nested: { a: [1, null] } },
  });
  expect(view.metadata).toEqual({
    plan: "silver",
    seats: 3,
    nested: { a: [1, null] },
    emailHistory: [
      { email: "ada@example.com", source: "merchant", seenAt: expect.stringMatching(/Z$/) },
    ],
  });
  const echoed = await upsert(1, { metadata: view.metadata });
  expect(echoed.metadata).toEqual(view.metadata);
});

test("metadata has at most 50 keys, those that were there included", async () => {
  const keys = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${from + n}`, n]));
  await upsert(2, { metadata: keys(0, 49) });
  await upsert(2, { metadata: keys(49, 1) });
  await expect(upsert(2, { metadata: keys(50, 1) })).rejects.toEqual(
    refused("metadata", "metadata_too_large"),
  );
  await upsert(2, { metadata: { ...keys(50, 1), k0: null } });
});

test("every e-mail is remembered, newest last, at most 20", async () => {
  for (const n of Array(25).keys()) await upsert(3, { email: `ada${n}@example.com` });
  const view = await upsert(3, { email: "ada10@example.com" });
  expect(view.email).toBe("ada10@example.com");
  const seen = history(view);
  expect(seen).toHaveLength(20);
  expect(seen.slice(-3)).toEqual([
    "merchant ada23@example.com",
    "merchant ada24@example.com",
    "merchant ada10@example.com",
  ]);
});

test("an externalRef belongs to one customer of a merchant and mode", async () => {
  await upsert(4, { externalRef: "u1" });
  await expect(upsert(5, { externalRef: "u1" })).rejects.toEqual(
    refused("externalRef", "external_ref_taken"),
  );
  expect((await listCustomers(owner, {})).data).toHaveLength(1);
  await upsert(4, { externalRef: "u1" });
  const live = world.merchant({ merchantId, mode: "live" });
  const stranger = world.merchant({ merchantId: await world.addMerchant() });
  for (const other of [live, stranger]) {
    await upsertCustomer(other, { walletAddress: wallet(4), externalRef: "u1" });
  }
});

test("the same wallet many times at once makes one customer, and loses no key", async () => {
  const pools = [world.otherPool(), world.otherPool()];
  await Promise.all(pools.flatMap((pool) => Array.from({ length: 8 }, () => pool`select 1`)));
  await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      upsertCustomer(
        { ...owner, db: pools[n % 2] ?? world.db },
        { walletAddress: wallet(6), metadata: { [`k${n}`]: n } },
      ),
    ),
  );
  const { data } = await listCustomers(owner, {});
  expect(data).toHaveLength(1);
  expect(Object.keys(data[0]?.metadata ?? {})).toHaveLength(25);
});

test("customers are listed newest first, by externalRef, each merchant's and mode's own", async () => {
  for (const n of [1, 2, 3]) await upsert(n, { externalRef: `u${n}` });
  const list = async (filter: Parameters<typeof listCustomers>[1]) =>
    (await listCustomers(owner, filter)).data;
  await world.db`
    update customers set created_at = now() - right(external_ref, 1)::int * interval '1 minute'
    where merchant_id = ${merchantId}`;
  const all = await list({});
  expect(all.map(({ externalRef }) => externalRef)).toEqual(["u1", "u2", "u3"]);
  expect(await list({ externalRef: "u2" })).toEqual(all.slice(1, 2));
  const first = await listCustomers(owner, { limit: 1 });
  expect(first).toMatchObject({ hasMore: true, url: "/v1/customers" });
  expect(await list({ cursor: first.nextCursor ?? "" })).toEqual(all.slice(1));
  await expect(list({ cursor: "nonsense" })).rejects.toMatchObject({ info: { param: "cursor" } });
  for (const stranger of [
    world.merchant({ merchantId, mode: "live" }),
    world.merchant({ merchantId: await world.addMerchant() }),
  ]) {
    expect((await listCustomers(stranger, {})).data).toEqual([]);
    for (const { id } of all) {
      await expect(getCustomer(stranger, { id })).rejects.toMatchObject({ code: "not_found" });
    }
  }
});
