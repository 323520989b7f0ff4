import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Address } from "@/lib/core/chain/hex";
import { upsertCustomer } from "@/lib/domain/payments/customers/upsert-customer";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { insertPlan } from "@/testing/subscription-rows";
import { createWorld, type World } from "@/testing/world";
import { recordPlanPayer } from "./record-plan-payer";

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.stop());

const newWallet = (): Address => `0x${randomBytes(20).toString("hex")}`;
const anyone = (scale = 100): Context<PublicActor> => {
  const ctx = world.systemContext();
  const config = { ...ctx.config, RATE_LIMIT_SCALE: scale };
  return { ...ctx, config, actor: { kind: "public", ip: "203.0.113.7" } };
};
const customersOf = (wallet: Address) =>
  world.db<
    { merchantId: string; mode: string; email: string; emailHistory: { email: string }[] }[]
  >`
    select merchant_id, mode, email, email_history from customers where wallet_address = ${wallet}`;

test("who is about to subscribe becomes a customer of the plan's merchant and mode", async () => {
  const plan = await insertPlan(world, { mode: "live" });
  const walletAddress = newWallet();
  const email = "ada@example.com";
  expect(await recordPlanPayer(anyone(), { id: plan.id, email, walletAddress })).toEqual({
    object: "plan_payer",
    planId: plan.id,
    recorded: true,
  });
  expect(await customersOf(walletAddress)).toMatchObject([
    { merchantId: world.merchant.id, mode: "live", email },
  ]);
});

test("no e-mail that the merchant set is replaced, and five are kept", async () => {
  const { id } = await insertPlan(world);
  const walletAddress = newWallet();
  await upsertCustomer(world.merchantContext(), { walletAddress, email: "real@example.com" });
  for (const n of Array(8).keys()) {
    await recordPlanPayer(anyone(), { id, email: `stranger${n}@example.com`, walletAddress });
  }
  const [customer] = await customersOf(walletAddress);
  expect(customer?.email).toBe("real@example.com");
  expect(customer?.emailHistory.map(({ email }) => email)).toEqual([
    "real@example.com",
    ...[3, 4, 5, 6, 7].map((n) => `stranger${n}@example.com`),
  ]);
});

test("nobody is noted for an archived plan, or for none", async () => {
  const { id } = await insertPlan(world, { active: false, archivedAt: new Date() });
  const given = { email: "ada@example.com", walletAddress: newWallet() };
  await expect(recordPlanPayer(anyone(), { id, ...given })).rejects.toMatchObject({
    code: "session_invalid_state",
    info: { details: { reason: "plan_archived", currentStatus: "archived" } },
  });
  await expect(recordPlanPayer(anyone(), { id: "plan_none", ...given })).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await customersOf(given.walletAddress)).toEqual([]);
});

test("a plan's link makes so many customers in an hour, and notes known wallets beyond that", async () => {
  const { id } = await insertPlan(world);
  const email = "ada@example.com";
  const known = newWallet();
  const record = (walletAddress: Address) =>
    recordPlanPayer(anyone(0.05), { id, email, walletAddress });
  await record(known);
  for (let count = 1; count < 10; count += 1) await record(newWallet());
  const late = newWallet();
  await expect(record(late)).rejects.toMatchObject({
    code: "rate_limited",
    info: { retryAfterSeconds: expect.any(Number), details: { reason: "too_many_payers" } },
  });
  expect(await customersOf(late)).toEqual([]);
  await record(known);
  const another = await insertPlan(world);
  await recordPlanPayer(anyone(0.05), { id: another.id, email, walletAddress: late });
});
