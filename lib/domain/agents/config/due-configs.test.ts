import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "@/testing/world";
import { dueConfigs } from "./due-configs";

let world: World;
let merchantId: string;
const day = "2026-04-28";

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.stop());
beforeEach(async () => {
  await world.db`delete from agent_configs`;
  ({ id: merchantId } = await world.addMerchant());
});

const enable = (capabilities: string[], given: object = {}) => world.db`
  insert into agent_configs ${world.db({ merchantId, mode: "test", enabledCapabilities: capabilities, ...given })}`;
const due = async (after: Parameters<typeof dueConfigs>[2]["after"] = null) =>
  (await dueConfigs(world.db, "cashflow", { after, day })).map((one) => one.merchantId);

test("a merchant is due whose agent has the capability and has not worked through the day", async () => {
  await enable(["cashflow"]);
  expect(await due()).toEqual([merchantId]);
  await world.db`update agent_configs set cashflow_day = ${day}::date - 1`;
  expect(await due()).toEqual([merchantId]);
  await world.db`update agent_configs set cashflow_day = ${day}::date`;
  expect(await due()).toEqual([]);
});

test("the day of one capability says nothing of the other", async () => {
  await enable(["cashflow"], { pricingWeek: day });
  expect(await due()).toEqual([merchantId]);
  expect(await dueConfigs(world.db, "pricing_intelligence", { after: null, day })).toEqual([]);
});

test("a merchant without the capability, one that is closed and one before the cursor are left out", async () => {
  await enable(["recovery"]);
  expect(await due()).toEqual([]);
  await world.db`update agent_configs set enabled_capabilities = array['cashflow']`;
  expect(await due({ merchantId, mode: "test" })).toEqual([]);
  expect(await due({ merchantId: "", mode: "live" })).toEqual([merchantId]);
  await world.db`update merchants set status = 'closed' where id = ${merchantId}`;
  expect(await due()).toEqual([]);
});
