import { afterAll, beforeAll, expect, test } from "vitest";
import { insertMailedCustomer, insertPlan, insertSubscription } from "@/testing/subscription-rows";
import { createWorld, type World } from "@/testing/world";
import { claimRenewals } from "./claim-renewals";
import { failRenewal } from "./fail-renewal";
import { missingOf, predictBlockers } from "./predict-blockers";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

test("what is missing is short of the charge and of those before it that go through", () => {
  const wanted = [
    { id: "a", amount: 10n },
    { id: "b", amount: 100n },
    { id: "c", amount: 10n },
  ];
  const usual = { blocked: false, paused: false, underWay: 0n, wanted };
  const missing = (funds: { balance: bigint; allowance: bigint; paused?: boolean }) => {
    const position = { ...usual, ...funds };
    return wanted.map(({ id }) => missingOf(position, predictBlockers(position), id));
  };
  expect(missing({ balance: 15n, allowance: 1_000n })).toEqual([null, 95n, 5n]);
  expect(missing({ balance: 1_000n, allowance: 15n })).toEqual([null, 95n, 5n]);
  expect(missing({ balance: 0n, allowance: 0n })).toEqual([10n, 100n, 10n]);
  expect(missing({ balance: 0n, allowance: 0n, paused: true })).toEqual([null, null, null]);
});

test("the payer is told how much was missing when the charge failed", async () => {
  const plan = await insertPlan(world);
  const customerId = await insertMailedCustomer(world, { source: "merchant" });
  const nextChargeAt = new Date(Date.now() - 1_000);
  const given = { planId: plan.id, customerId, nextChargeAt, attemptAt: nextChargeAt };
  const { id, deploymentId } = await insertSubscription(world, given);
  const at = new Date();
  const [claimed] = await claimRenewals(world.db, { deploymentId, at, most: 1 });
  if (!claimed) throw new Error("it is due");
  const code = "insufficient_balance";
  const failure = { claimed, code, missing: 7n, period: 1, periodStart: nextChargeAt, at } as const;
  await failRenewal(world.systemContext(), failure);
  const [mail] = await world.db`
    select recipient, facts ->> 'missing' as missing, facts ->> 'failureCode' as code from mails
    where kind = 'subscription_charge_failed' and facts ->> 'subscriptionId' = ${id}`;
  expect(mail).toEqual({ recipient: "ada@x.example", missing: "7", code });
});
