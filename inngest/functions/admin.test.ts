import { afterAll, beforeAll, expect, test } from "vitest";
import { createBroadcast } from "@/lib/domain/admin/broadcasts/create-broadcast";
import { closeMerchant } from "@/lib/domain/admin/merchants/change-merchant";
import { createSessions } from "@/lib/domain/payments/sessions/create-sessions";
import type { Engine } from "@/lib/engine/start-engine";
import { addAdminContext } from "@/testing/admins";
import { until } from "@/testing/engine-fixture";
import { startJobs } from "@/testing/jobs";
import { createWorld, type World } from "@/testing/world";
import { closeMerchants, sendBroadcasts } from "./admin";

/** More than one step ends, or reaches: what one leaves, the next minute's would take. */
const MANY = 401;

let world: World;
let engine: Engine;

beforeAll(async () => {
  world = await createWorld();
  engine = await startJobs(world.db, world.systemContext(), [closeMerchants, sendBroadcasts]);
});
afterAll(async () => {
  await engine?.stop();
  await world?.stop();
});

test("a minute's run ends all of a closed merchant's sessions, and reaches all merchants", async () => {
  const { db, merchant } = world;
  const admin = await addAdminContext({ db, system: world.systemContext() });
  const order = { amount: 1n, currency: "USDC" } as const;
  const prepared = await Promise.all(
    Array.from({ length: MANY }, () => createSessions.prepare(world.merchantContext(), order)),
  );
  await createSessions.runAll(db, prepared);
  await db`
    insert into merchants (id, business_name)
    select 'mer_' || g, 'Shop ' || g from generate_series(1, ${MANY}::int) g`;
  await closeMerchant(admin, { id: merchant.id });
  const text = { title: "Maintenance", body: "On Sunday." };
  await createBroadcast(admin, { ...text, audience: "all" });
  const left = async () => {
    const [row] = await db<{ open: number; unreached: number }[]>`
      select
        (select count(*)::int from payment_sessions where status = 'pending') as open,
        (
          select count(*)::int from merchants m where status = 'active' and not exists (
            select from broadcast_deliveries d where d.merchant_id = m.id
          )
        ) as unreached`;
    return (row?.open ?? 1) + (row?.unreached ?? 1);
  };
  expect(await left()).toBeGreaterThan(2 * MANY - 1);
  await engine.advance(60_000);
  await until(async () => (await left()) === 0, 30_000);
  expect(await left()).toBe(0);
});
