import { afterAll, beforeAll, expect, test } from "vitest";
import { Refusal } from "@/lib/core/errors";
import { enableCommerce, giveTreasury } from "@/testing/agents";
import { createWorld, type World } from "@/testing/world";
import { countJob } from "./count-job";
import { createJob } from "./create-job";

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

test("each job that is asked for counts", async () => {
  const { id: merchantId } = await world.addMerchant();
  const policy = { thresholdCents: 1_000n, vendorDayCents: 1_000n, monthlyCapCents: 10_000n };
  await giveTreasury(world, merchantId, policy);
  await enableCommerce(world, merchantId, {
    requireHumanApprovalAboveUsdCents: 1_000n,
    approvedVendors: [],
    monthlySpendCapUsdCents: null,
  });
  const ctx = {
    ...world.merchantContext({ merchantId }),
    config: { ...world.config, RATE_LIMIT_SCALE: 1 / 120 },
  };
  const input = {
    vendorAddress: `0x${"7e".repeat(20)}`,
    description: "Work",
    amount: 1_000_000n,
    currency: "USDC",
  } as const;
  await createJob.prepare(ctx, input);
  await expect(createJob.prepare(ctx, input)).rejects.toThrow("too many jobs");
});
