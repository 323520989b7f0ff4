import { afterAll, beforeAll, expect, test } from "vitest";
import type { Mode } from "@/lib/core/modes";
import { createWorld, type World } from "@/testing/world";
import { readFlows } from "./read-flows";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.stop());

const range = { from: new Date("2026-04-01T00:00:00Z"), to: new Date("2026-04-03T00:00:00Z") };

async function move(
  merchantId: string,
  day: string,
  {
    mode = "test",
    stripe = 0,
    chainId = 31_337,
  }: { mode?: Mode; stripe?: number; chainId?: number },
) {
  await world.db`
    insert into daily_movements (merchant_id, mode, day, chain_id, currency, stripe, movements,
      received, fees, refunds)
    values (${merchantId}, ${mode}, ${day}::date, ${chainId}, 'USDC', ${stripe}, 1, 100, 2, 3)`;
}

test("what moved is summed by day over chains and stripes, of the merchant, the mode and the range alone", async () => {
  const { id } = await world.addMerchant();
  const other = await world.addMerchant();
  await move(id, "2026-04-01", {});
  await move(id, "2026-04-01", { stripe: 1 });
  await move(id, "2026-04-01", { chainId: 1 });
  await move(id, "2026-03-31", {});
  await move(id, "2026-04-03", {});
  await move(id, "2026-04-01", { mode: "live" });
  await move(other.id, "2026-04-02", {});
  expect(await readFlows(world.db, { merchantId: id, mode: "test" }, range)).toEqual([
    { day: "2026-04-01", currency: "USDC", received: 300n, fees: 6n, refunds: 9n },
  ]);
});
