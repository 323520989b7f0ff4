import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { lowerHex } from "@/lib/core/chain/hex";
import { recordPlanPayer } from "@/lib/domain/subscriptions/enrolments/record-plan-payer";
import type { ChainAccount } from "@/testing/chain";
import { makeFinal } from "@/testing/relay";
import { fundPayer } from "@/testing/settlements";
import { insertPending, insertPlan, type PlanRow } from "@/testing/subscription-rows";
import { enrolDirectly } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { upsertCustomer } from "./upsert-customer";

let world: World;
let plan: PlanRow;

beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  await world.db`truncate mails`;
  plan = await insertPlan(world);
});
afterAll(() => world.stop());

const type = (email: string, walletAddress: `0x${string}`) =>
  recordPlanPayer(
    { ...world.systemContext(), actor: { kind: "public", ip: "203.0.113.7" } },
    { id: plan.id, email, walletAddress },
  );
/** Enrols a payer whose signatures the relay was given, with an e-mail or without. */
async function enrol(payer: ChainAccount, payerEmail: string | null): Promise<void> {
  const enrolled = await enrolDirectly(world, payer, { plan });
  await insertPending(world, plan, enrolled, { payerEmail });
  await makeFinal(world);
}

const told = async () =>
  (
    await world.db<{ recipient: string }[]>`
    select distinct recipient from mails where kind like 'subscription%' and recipient like '%@x.example'`
  ).map(({ recipient }) => recipient);

test("the e-mail that came with the signatures is the payer's, and none that anybody typed", async () => {
  const payer = await fundPayer(world);
  const wallet = lowerHex(payer.address);
  await type("mallory@x.example", wallet);
  await enrol(payer, "ada@x.example");
  await type("mallory@x.example", wallet);
  expect(await told()).toEqual(["ada@x.example"]);
  const [customer] = await world.db`
    select email, email_source from customers where wallet_address = ${wallet}`;
  expect(customer).toEqual({ email: "ada@x.example", emailSource: "payment" });
});

test("without one nothing that was typed for the wallet is proved", async () => {
  const payer = await fundPayer(world);
  await type("mallory@x.example", lowerHex(payer.address));
  await enrol(payer, null);
  expect(await told()).toEqual([]);
});

test("the merchant's own word of its customer stays", async () => {
  const payer = await fundPayer(world);
  const wallet = lowerHex(payer.address);
  await upsertCustomer(world.merchantContext(), {
    walletAddress: wallet,
    email: "grace@x.example",
  });
  await enrol(payer, "ada@x.example");
  expect(await told()).toEqual(["ada@x.example"]);
  const [customer] = await world.db`
    select email, email_source from customers where wallet_address = ${wallet}`;
  expect(customer).toEqual({ email: "grace@x.example", emailSource: "merchant" });
});
