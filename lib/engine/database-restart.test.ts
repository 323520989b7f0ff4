import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { createDb } from "@/db/client";
import { migrate } from "@/db/migrate";
import { type RunningPostgres, startPostgres } from "@/scripts/run/services/postgres";
import { removePostgres } from "@/scripts/run/services/remove-postgres";
import { createTestClient, finishedRuns, startTestEngine, until } from "@/testing/engine-fixture";

const RUNS = 40;
const folder = mkdtempSync(join(tmpdir(), "stipend-engine-"));
const dataDir = join(folder, "data");
let server: RunningPostgres | undefined;

afterAll(async () => {
  await server?.stop();
  await removePostgres(dataDir);
  rmSync(folder, { recursive: true, force: true });
});

test("when the database restarts under an engine, every run still comes to its end", async () => {
  server = await startPostgres({ dataDir, fsync: false });
  await migrate(server.url);
  const db = createDb(server.url, { max: 10 });
  const client = createTestClient();
  let executed = 0;
  const fn = client.createFunction(
    { id: "work", retries: 0, triggers: [{ event: "work/go" }] },
    async ({ step }) => {
      const names: string[] = [];
      for (const name of ["one", "two", "three"]) {
        names.push(
          await step.run(name, async () => {
            executed += 1;
            await sleep(5);
            return name;
          }),
        );
      }
      return names.join(" ");
    },
  );
  const engine = await startTestEngine(db, client, [fn], { leaseMs: 1_000 });
  await engine.send(Array.from({ length: RUNS }, (_, n) => ({ id: `${n}`, name: "work/go" })));
  await until(() => executed > RUNS / 2);
  const { port } = server;
  await server.stop();
  server = await startPostgres({ dataDir, port, fsync: false });
  await until(async () => (await db`select 1`.catch(() => [])).length === 1);
  const runs = await finishedRuns(db, "app-work", RUNS);
  expect(runs.map((run) => run.output)).toEqual(Array(RUNS).fill("one two three"));
  await engine.stop();
  await db.end();
});
