import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Address } from "@/lib/core/chain/hex";
import { cancelSession } from "@/lib/domain/payments/sessions/cancel-session";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { index, makeFinal, newPayer, openSession, signRequest, submit } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { getCustomer } from "./get-customer";
import { listCustomers } from "./list-customers";
import { recordSessionPayer } from "./record-session-payer";
import { upsertCustomer } from "./upsert-customer";

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const newWallet = (): Address => `0x${randomBytes(20).toString("hex")}`;
const anyone = (): Context<PublicActor> => ({
  ...world.systemContext(),
  actor: { kind: "public", ip: "203.0.113.7" },
});
const record = (id: string, walletAddress: Address, email: string) =>
  recordSessionPayer(anyone(), { id, walletAddress, email });
const customerOf = async (id: string) => {
  const { customerId } = await getSession(world.merchantContext(), { id });
  return customerId === null ? null : getCustomer(world.merchantContext(), { id: customerId });
};
function history(view: { metadata: Record<string, unknown> } | null | undefined): string[] {
  if (!view) throw new Error("there is no customer");
  const seen = view.metadata.emailHistory as { email: string; source: string }[];
  return seen.map(({ email, source }) => `${source} ${email}`);
}
const invalid = (reason: string) => ({
  code: "session_invalid_state",
  info: { details: { reason } },
});

test("the first word of a payer makes the customer and links the session", async () => {
  const { id } = await openSession(world);
  const wallet = newWallet();
  expect(await record(id, wallet, "ada@example.com")).toEqual({
    object: "checkout_payer",
    sessionId: id,
    recorded: true,
  });
  const customer = await customerOf(id);
  expect(customer).toMatchObject({ walletAddress: wallet, email: "ada@example.com" });
  expect(history(customer)).toEqual(["checkout ada@example.com"]);
});

test("a payer may change wallet and e-mail, and the session follows", async () => {
  const { id } = await openSession(world);
  await record(id, newWallet(), "ada@example.com");
  const wallet = newWallet();
  await record(id, wallet, "typo@example.com");
  await record(id, wallet, "grace@example.com");
  expect(await customerOf(id)).toMatchObject({ walletAddress: wallet, email: "grace@example.com" });
});

test("strangers replace no e-mail that the merchant set, and push nothing out of the history", async () => {
  const { id } = await openSession(world);
  const wallet = newWallet();
  const known = await upsertCustomer(world.merchantContext(), {
    walletAddress: wallet,
    email: "real@example.com",
    name: "Ada",
    metadata: { plan: "gold" },
  });
  for (const n of Array(30).keys()) await record(id, wallet, `stranger${n}@example.com`);
  const customer = await customerOf(id);
  expect(customer).toMatchObject({
    id: known.id,
    email: "real@example.com",
    name: "Ada",
    metadata: { plan: "gold" },
  });
  expect(history(customer)).toEqual([
    "merchant real@example.com",
    ...[25, 26, 27, 28, 29].map((n) => `checkout stranger${n}@example.com`),
  ]);
});

test("one link makes five customers at the most, and notes known wallets beyond that", async () => {
  const { id } = await openSession(world);
  const count = async () => {
    const [row] = await world.db`select count(*)::int as customers from customers`;
    return row?.customers;
  };
  const before = await count();
  const wallets = Array.from({ length: 20 }, newWallet);
  const answers = await Promise.allSettled(
    wallets.map((wallet) => record(id, wallet, "ada@example.com")),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  for (const answer of answers) {
    if (answer.status === "rejected")
      expect(answer.reason).toMatchObject(invalid("too_many_customers"));
  }
  expect(await count()).toBe(before + 5);
  const known = wallets[answers.findIndex(({ status }) => status === "fulfilled")];
  if (!known) throw new Error("five were recorded");
  await record(id, known, "grace@example.com");
  expect(await customerOf(id)).toMatchObject({ walletAddress: known, email: "grace@example.com" });
  const other = await openSession(world);
  await record(other.id, newWallet(), "ada@example.com");
  expect(await count()).toBe(before + 6);
});

test("a customer that the merchant named for a session stays its customer", async () => {
  const named = await upsertCustomer(world.merchantContext(), { walletAddress: newWallet() });
  const { id } = await createSession(world.merchantContext(), {
    amount: 1n,
    currency: "USDC",
    customerId: named.id,
  });
  await record(id, newWallet(), "ada@example.com");
  expect(await customerOf(id)).toMatchObject({ id: named.id, email: null });
});

test("a session of one mode makes a customer of that mode alone", async () => {
  const { id } = await openSession(world, 5n, "live");
  const wallet = newWallet();
  await record(id, wallet, "ada@example.com");
  const find = async (mode: "test" | "live") =>
    (await listCustomers(world.merchantContext({ mode }), {})).data.filter(
      ({ walletAddress }) => walletAddress === wallet,
    );
  expect([(await find("test")).length, (await find("live")).length]).toEqual([0, 1]);
});

test("nothing is noted for a session that is unknown, closed, or past its time", async () => {
  await expect(record("ps_unknown", newWallet(), "a@example.com")).rejects.toMatchObject({
    code: "not_found",
  });
  const { id } = await openSession(world);
  await cancelSession(world.merchantContext(), { id });
  await expect(record(id, newWallet(), "a@example.com")).rejects.toMatchObject(
    invalid("already_closed"),
  );
  const late = await openSession(world);
  await world.db`update payment_sessions set expires_at = now() where id = ${late.id}`;
  await expect(record(late.id, newWallet(), "a@example.com")).rejects.toMatchObject(
    invalid("already_closed"),
  );
  expect(await customerOf(late.id)).toBeNull();
});

test("nothing is noted once a payment was relayed", async () => {
  const session = await openSession(world);
  const payer = await newPayer(world);
  await record(session.id, payer.address, "ada@example.com");
  await submit(world.merchantContext(), await signRequest(world, payer, session));
  await expect(record(session.id, newWallet(), "thief@example.com")).rejects.toMatchObject(
    invalid("payment_in_flight"),
  );
  expect(await customerOf(session.id)).toMatchObject({ email: "ada@example.com" });
});

test("nothing is noted between mined and final; then the e-mail that the payer gave is proved", async () => {
  const session = await openSession(world);
  const payer = await fundPayer(world);
  const stranger = await openSession(world);
  await record(stranger.id, payer.address, "stranger@example.com");
  await record(session.id, payer.address, "ada@example.com");
  await payDirectly(world, payer, { amount: session.amount, ref: session.ref });
  await world.chain.mine();
  await index(world);
  await expect(record(session.id, payer.address, "late@example.com")).rejects.toMatchObject(
    invalid("payment_in_flight"),
  );
  await makeFinal(world);
  const proved = await customerOf(session.id);
  expect(proved).toMatchObject({ walletAddress: payer.address, email: "ada@example.com" });
  expect(history(proved)).toEqual([
    "checkout stranger@example.com",
    "checkout ada@example.com",
    "payment ada@example.com",
  ]);
  await expect(record(session.id, payer.address, "late@example.com")).rejects.toMatchObject(
    invalid("already_paid"),
  );
  await record(stranger.id, payer.address, "thief@example.com");
  expect(await customerOf(session.id)).toMatchObject({ email: "ada@example.com" });
});

const mailsOf = async (id: string) => {
  const rows = await world.db<{ kind: string; recipient: string }[]>`
    select kind, recipient from mails where facts ->> 'sessionId' = ${id} order by kind`;
  return rows.map(({ kind, recipient }) => `${kind} ${recipient}`);
};

test("the payer's receipt and the merchant's mail are queued when the payment is final, not before", async () => {
  await world.db`update merchants set email = 'owner@aurora.example' where id = ${world.merchant.id}`;
  const policy = [{ currency: "USDC", upTo: "100000000", stage: "seen" }];
  await world.db`
    update merchants set confirmation_policy = ${world.db.json(policy)} where id = ${world.merchant.id}`;
  const session = await openSession(world);
  const payer = await fundPayer(world);
  await record(session.id, newWallet(), "stranger@example.com");
  await record(session.id, payer.address, "ada@example.com");
  await payDirectly(world, payer, { amount: session.amount, ref: session.ref });
  await world.chain.mine();
  await index(world);
  expect(await getSession(world.merchantContext(), { id: session.id })).toMatchObject({
    status: "confirmed",
    payment: { state: "seen" },
  });
  expect(await mailsOf(session.id)).toEqual([]);
  await makeFinal(world);
  expect(await mailsOf(session.id)).toEqual([
    "payment_receipt ada@example.com",
    "payment_received owner@aurora.example",
  ]);
  await world.db`update merchants set confirmation_policy = '[]', email = null`;
});

test("an e-mail for another wallet is not proved by a payment that is confirmed before it is final", async () => {
  const policy = [{ currency: "USDC", upTo: "100000000", stage: "seen" }];
  await world.db`
    update merchants set confirmation_policy = ${world.db.json(policy)} where id = ${world.merchant.id}`;
  const session = await openSession(world);
  const payer = await fundPayer(world);
  await record(session.id, newWallet(), "stranger@example.com");
  await payDirectly(world, payer, { amount: session.amount, ref: session.ref });
  await world.chain.mine();
  await index(world);
  await makeFinal(world);
  await world.db`update merchants set confirmation_policy = '[]'`;
  expect(await customerOf(session.id)).toMatchObject({ walletAddress: payer.address, email: null });
  expect(await mailsOf(session.id)).toEqual([]);
});

test("a payer gets the receipt though the merchant named the session's customer, and for their own wallet alone", async () => {
  const named = await upsertCustomer(world.merchantContext(), { walletAddress: newWallet() });
  const session = await createSession(world.merchantContext(), {
    amount: 1_000_000n,
    currency: "USDC",
    customerId: named.id,
  });
  const other = await openSession(world);
  const payer = await fundPayer(world);
  await record(session.id, payer.address, "ada@example.com");
  await record(other.id, newWallet(), "stranger@example.com");
  for (const { amount, ref } of [session, other]) await payDirectly(world, payer, { amount, ref });
  await world.chain.mine();
  await makeFinal(world);
  expect(await mailsOf(session.id)).toEqual(["payment_receipt ada@example.com"]);
  expect(await mailsOf(other.id)).toEqual([]);
  // The wallet has paid, so the e-mail is proved for it, and not for the customer that was named.
  const { data } = await listCustomers(world.merchantContext(), { limit: 100 });
  const paying = data.find(({ walletAddress }) => walletAddress === payer.address);
  expect(history(paying)).toEqual(["checkout ada@example.com", "payment ada@example.com"]);
  expect(await getCustomer(world.merchantContext(), named)).toMatchObject({ email: null });
});

test("a payment that is an exception is mailed to nobody", async () => {
  const session = await openSession(world);
  const payer = await fundPayer(world);
  await record(session.id, payer.address, "ada@example.com");
  await payDirectly(world, payer, { amount: session.amount - 1n, ref: session.ref });
  await world.chain.mine();
  await makeFinal(world);
  expect(await mailsOf(session.id)).toEqual([]);
});

test("an e-mail that was given for another wallet is not proved by whoever paid", async () => {
  const session = await openSession(world);
  const payer = await fundPayer(world);
  const other = newWallet();
  await record(session.id, other, "ada@example.com");
  await payDirectly(world, payer, { amount: session.amount, ref: session.ref });
  await world.chain.mine();
  await makeFinal(world);
  expect(await customerOf(session.id)).toMatchObject({ walletAddress: payer.address, email: null });
  const { data } = await listCustomers(world.merchantContext(), { limit: 100 });
  const claimed = data.find(({ walletAddress }) => walletAddress === other);
  expect(history(claimed)).toEqual(["checkout ada@example.com"]);
});
