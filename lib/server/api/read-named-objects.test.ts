import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import { addVisitor } from "@/testing/dashboard-visit";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { readNamedObjects } from "./read-named-objects";

let world: WebhookWorld;
let visit: Awaited<ReturnType<typeof addVisitor>>;

beforeAll(async () => {
  world = await createWebhookWorld();
  visit = await addVisitor(world);
});
afterAll(() => world.stop());

let wallets = 0;

async function addCustomer(merchantId: string, mode: Mode, name: string): Promise<string> {
  const id = newId("customer");
  wallets += 1;
  const walletAddress = `0x${String(wallets).padStart(40, "0")}`;
  await world.db`insert into customers ${world.db({ id, merchantId, mode, name, walletAddress })}`;
  return id;
}

test("a page has the name of the customer that its object belongs to", async () => {
  const customerId = await addCustomer(world.merchantId, "test", "Ada Lovelace");
  const { Customer, Plan } = await readNamedObjects(visit({ mode: "test" }), { customerId });
  expect(Customer?.object).toMatchObject({ id: customerId, name: "Ada Lovelace" });
  expect(Plan).toBeNull();
});

test("it has no name of the other mode or of another merchant, and is shown all the same", async () => {
  const ids = [
    await addCustomer(world.merchantId, "live", "Of live mode"),
    await addCustomer(await world.addMerchant(), "test", "Of somebody else"),
    newId("customer"),
  ];
  for (const customerId of ids) {
    const named = await readNamedObjects(visit({ mode: "test" }), {
      customerId,
      planId: newId("plan"),
    });
    expect(named, customerId).toEqual({ Customer: null, Plan: null });
  }
});

test("an object of nobody, and one that was not read, ask for nothing", async () => {
  const none = { Customer: null, Plan: null };
  expect(
    await readNamedObjects(visit({ mode: "test" }), { customerId: null, planId: null }),
  ).toEqual(none);
  expect(await readNamedObjects(visit({ mode: "test" }), undefined)).toEqual(none);
});
