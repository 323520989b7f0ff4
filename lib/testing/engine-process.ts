import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createDb } from "@/db/client";
import { createTestClient, startTestEngine } from "./engine-fixture";

/*
 * A process to be killed: an engine and its app, whose runs have five steps, two of them parallel.
 * Every execution of a step leaves a row that says whether the step was already finished.
 */
const db = createDb(process.argv[2] ?? "", { max: 5 });
const client = createTestClient();

const work = client.createFunction(
  { id: "work", retries: 3, triggers: [{ event: "work/go" }] },
  async ({ runId, step }) => {
    const execute = (name: string) =>
      step.run(name, async () => {
        const id = createHash("sha1").update(name).digest("hex");
        await db`
          insert into execution (run_id, step, was_finished)
          values (${runId}, ${name}, exists (
            select from engine.step where run_id = ${runId} and id = ${id}))`;
        await sleep(Math.random() * 20);
        return name;
      });
    const names = [await execute("one"), await execute("two")];
    names.push(...(await Promise.all([execute("left"), execute("right")])));
    names.push(await execute("last"));
    return names.join(" ");
  },
);

await startTestEngine(db, client, [work], { leaseMs: 500, capacity: 8 });
process.send?.("ready");
