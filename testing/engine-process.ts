import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createDb } from "@/db/client";
import { watchAbandonedTransactions } from "@/db/end-abandoned-transactions";
import { stoppingDb } from "./crashing-db";
import { createTestClient, silentLog, startTestEngine } from "./engine-fixture";

/*
 * A process to be killed, or one that stops inside a transaction: an engine and its app, whose runs have five steps, two of them parallel.
 * Every execution of a step leaves a row that says whether the step was already finished.
 */
const { db, stopAfter } = stoppingDb(createDb(process.argv[2] ?? "", { max: 5, work: "engine" }));
process.on("message", (statements) => stopAfter(Number(statements)));
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

// As every process of the product does, for the others.
watchAbandonedTransactions(db, silentLog);
const leaseMs = Number(process.argv[3] ?? 500);
await startTestEngine(db, client, [work], { leaseMs, capacity: 8 });
process.send?.("ready");
