import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "@/testing/world";
import { openServerProgram, type ServerProgram, serverEnv } from "./server-process";

let world: World;
let program: ServerProgram;

beforeAll(async () => {
  [world, program] = await Promise.all([createWorld(), openServerProgram()]);
});
afterAll(async () => {
  await program?.remove();
  await world?.stop();
});

test("a server tells the state of each of its pools: of requests, jobs and the job engine", async () => {
  const { baseUrl } = await program.start({ ...serverEnv(world), DATABASE_POOL: "10" });
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  for (const [pool, max] of Object.entries({ request: 6, job: 4, engine: 8 })) {
    expect(text).toContain(`stipend_db_pool_connections{pool="${pool}",state="max"} ${max}\n`);
    expect(text).toContain(`stipend_db_pool_waiting{pool="${pool}"} `);
  }
  // A statement of the start may have waited for its connection.
  const ready = async () => (await fetch(`${baseUrl}/ready`)).json();
  await expect
    .poll(ready, { timeout: 60_000 })
    .toMatchObject({ checks: { pool: { status: "ok" } } });
}, 120_000);
