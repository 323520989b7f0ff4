import { expect, test, vi } from "vitest";
import { createDb } from "./client";

test("another copy of the module reads a pool's state", async () => {
  const db = createDb("postgres://127.0.0.1:1/none", { max: 4 });
  vi.resetModules();
  const { poolState } = await import("./pool-state");
  expect(poolState(db)).toMatchObject({ inUse: 0, waiting: 0 });
  await db.end({ timeout: 0 });
});
