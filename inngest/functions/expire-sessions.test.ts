import { afterAll, beforeAll, expect, test } from "vitest";
import { createSessions } from "@/lib/domain/payments/sessions/create-sessions";
import type { Engine } from "@/lib/engine/start-engine";
import { until } from "@/testing/engine-fixture";
import { startJobs } from "@/testing/jobs";
import { createWorld, type World } from "@/testing/world";
import { expireSessions } from "./billing";

/** More than two steps of the job close: what one leaves, the next minute's would close. */
const DUE = 401;

let world: World;
let engine: Engine;

beforeAll(async () => {
  world = await createWorld();
  engine = await startJobs(world.db, world.systemContext(), [expireSessions]);
});
afterAll(async () => {
  await engine?.stop();
  await world?.stop();
});

test("a minute's run closes all sessions whose time is up, however many, and no other", async () => {
  const ctx = world.merchantContext();
  const prepared = await Promise.all(
    Array.from({ length: DUE + 1 }, () =>
      createSessions.prepare(ctx, { amount: 1n, currency: "USDC" }),
    ),
  );
  await createSessions.runAll(world.db, prepared);
  const [open] = await world.db<{ id: string }[]>`select id from payment_sessions limit 1`;
  await world.db`
    update payment_sessions set expires_at = now() - interval '1 second' where id <> ${open?.id ?? ""}`;
  const unpaid = async () =>
    (
      await world.db<{ id: string }[]>`
      select id from payment_sessions where status = 'pending'`
    ).map(({ id }) => id);
  await engine.advance(60_000);
  await until(async () => (await unpaid()).length === 1, 30_000);
  expect(await unpaid()).toEqual([open?.id]);
  const told = await world.db`select from events where type = 'payment.failed'`;
  expect(told).toHaveLength(DUE);
});
