import { afterAll, beforeAll, expect, it } from "vitest";
import { type ApiTarget, openApiTarget } from "@/testing/api/api-target";

let target: ApiTarget;

beforeAll(async () => {
  target = await openApiTarget();
});
afterAll(() => target.close());

// A server that runs would stop indexing.
it("/ready?mode says with its status whether that mode can settle", async () => {
  const { db } = target;
  const ask = async (mode: string) => {
    // No job engine runs here: its heartbeat is written in its place.
    await db`
      insert into job_runs (job, finished_at) values ('heartbeat', now())
      on conflict (job) do update set finished_at = excluded.finished_at`;
    return (await target.send({ method: "GET", path: "/ready", query: { mode } })).status;
  };
  const halted = await db`
    insert into chain_cursors (chain_id, number, hash, finalized_number, finalized_at, head_number,
      halted_reason)
    select id, 0, '0x', 0, now(), 0, 'a test halts it' from (select ${target.chains.all[0]?.id ?? 0}::int as id) chain
    on conflict (chain_id) do update set halted_reason = excluded.halted_reason`;
  expect(halted.count).toBe(1);
  await expect.poll(() => ask("live"), { timeout: 60_000 }).toBe(503);
  await db`update chain_cursors set halted_reason = null`;
  await expect.poll(() => ask("live"), { timeout: 60_000 }).toBe(200);
});
