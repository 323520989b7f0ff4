import { afterAll, beforeAll, expect, test } from "vitest";
import { newTotpSecret, totpCode, totpStep } from "@/lib/adapters/identity/totp";
import { giveSecondFactor } from "@/lib/domain/identity/second-factor";
import { signIn } from "@/lib/domain/identity/sign-in";
import { visitor } from "@/testing/hosted-pages";
import { operatorContext } from "@/testing/operator-calls";
import { createWorld, type World } from "@/testing/world";
import { seedAccount } from "./seed-account";

let world: World;
beforeAll(async () => {
  world = await createWorld();
}, 120_000);
afterAll(() => world?.stop());

const account = {
  email: "admin@stipend.example",
  password: "demo-a-long-one-of-the-test",
  totpSecret: newTotpSecret(),
};
const browser = { token: null, userAgent: "test", addressPrefix: null, device: null, networks: [] };

test("an account signs in with password and code, and stays as it is when it is seeded again", async () => {
  const ctx = operatorContext(world);
  expect(await seedAccount(ctx, account)).toBe(true);
  expect(await seedAccount(ctx, { ...account, totpSecret: newTotpSecret() })).toBe(true);
  const { email, password, totpSecret } = account;
  const { answer } = await signIn(visitor(world), { email, password }, browser);
  expect(answer).toMatchObject({ status: "second_factor" });
  const ticket = "ticket" in answer ? String(answer.ticket) : "";
  const code = totpCode(totpSecret, totpStep(Date.now()));
  const proved = await giveSecondFactor(visitor(world), { ticket, code }, browser);
  expect(proved.answer).toMatchObject({ status: "signed_in" });
});

test("an account is not added here where another provider has them", async () => {
  const ctx = operatorContext(world);
  const keys = { PRIVY_APP_ID: "app", PRIVY_APP_SECRET: "secret", PRIVY_VERIFICATION_KEY: "key" };
  const config = { ...ctx.config, IDENTITY_PROVIDER: "privy" as const, ...keys };
  const other = { ...account, email: "other@stipend.example" };
  expect(await seedAccount({ ...ctx, config }, other)).toBe(false);
  expect(await world.db`select from identity_users where email = ${other.email}`).toEqual([]);
});
