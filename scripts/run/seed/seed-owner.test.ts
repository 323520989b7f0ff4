import { afterAll, beforeAll, expect, test } from "vitest";
import { lowerHex } from "@/lib/core/chain/hex";
import { findMember } from "@/lib/domain/identity/find-member";
import { signIn } from "@/lib/domain/identity/sign-in";
import { visitor } from "@/testing/hosted-pages";
import { operatorContext } from "@/testing/operator-calls";
import { createWorld, type World } from "@/testing/world";
import { seedBusiness, seedOwner } from "./seed-owner";

let world: World;
beforeAll(async () => {
  world = await createWorld();
}, 120_000);
afterAll(() => world?.stop());

const email = "owner@acme.example";
const password = "demo-a-long-one-of-the-test";
const browser = { token: null, userAgent: "test", addressPrefix: null, device: null, networks: [] };

test("a merchant gets one owner, who signs in for it, however often it is seeded", async () => {
  const { id: merchantId, payout } = world.merchant;
  const ctx = operatorContext(world);
  const userId = await seedOwner(ctx, { merchantId, email, password });
  expect(await seedOwner(ctx, { merchantId, email, password: `${password}2` })).toBe(userId);
  const [account] = await world.db<{ id: string }[]>`select id from identity_users`;
  expect(
    await findMember(world.db, { provider: "embedded", subject: account?.id ?? "" }, null),
  ).toEqual({ userId, merchantId, isClosed: false });
  await expect(signIn(visitor(world), { email, password }, browser)).resolves.toBeDefined();
  await expect(
    signIn(visitor(world), { email, password: `${password}2` }, browser),
  ).rejects.toThrow();
  const business = { businessSector: "Food", countryCode: "ES", payoutAddress: lowerHex(payout) };
  for (const businessName of ["Acme Coffee", "Other"]) {
    await seedBusiness(ctx, { merchantId, userId: userId ?? "" }, { ...business, businessName });
  }
  expect(
    await world.db`
      select m.email, m.business_name, m.onboarded_at is not null as onboarded from merchants m
      join memberships s on s.merchant_id = m.id and s.user_id = ${userId}`,
  ).toEqual([{ email, businessName: "Acme Coffee", onboarded: true }]);
});

test("nobody gets an account here where another provider has them", async () => {
  const ctx = operatorContext(world);
  const keys = { PRIVY_APP_ID: "app", PRIVY_APP_SECRET: "secret", PRIVY_VERIFICATION_KEY: "key" };
  const config = { ...ctx.config, IDENTITY_PROVIDER: "privy" as const, ...keys };
  const owner = { merchantId: world.merchant.id, email: "other@acme.example", password };
  expect(await seedOwner({ ...ctx, config }, owner)).toBeNull();
  expect(await world.db`select from identity_users where email = ${owner.email}`).toEqual([]);
});
