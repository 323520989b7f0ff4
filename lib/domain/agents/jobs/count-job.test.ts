import { afterAll, beforeAll, expect, test } from "vitest";
import { Refusal } from "@/lib/core/errors";
import { createWorld, type World } from "@/testing/world";
import { countJob } from "./count-job";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.stop());

test("a merchant's agent takes so many jobs at once in a mode, and another merchant's as many", async () => {
  const config = { ...world.config, RATE_LIMIT_SCALE: 0.05 };
  const of = (merchantId: string, mode: "test" | "live" = "test") =>
    countJob({ ...world.merchantContext({ merchantId, mode }), config });
  const { id } = await world.addMerchant();
  const most = 6;
  for (let count = 0; count < most; count += 1) await of(id);
  const refused = await of(id).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect((refused as Refusal).info.details.reason).toBe("job_limit");
  expect((refused as Refusal).info.retryAfterSeconds).toBeGreaterThan(0);
  await of(id, "live");
  await of((await world.addMerchant()).id);
});
