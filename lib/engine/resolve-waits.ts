import { type Sql, transaction } from "@/db/client";
import type { RunError, StepResult } from "./read-answer";
import { discoverNext, lockRun, storeStep } from "./run-steps";

const BATCH = 200;

type WaitResult = { data: unknown } | { error: RunError };
interface EndedWait {
  kind: "sleep" | "event" | "invoke";
  result: WaitResult | null;
}

/**
 * Turns waits that are over into finished steps: sleeps, events that came or did not, invoked runs
 * that ended or took too long. Returns how many; their runs then have calls to make.
 */
export async function resolveWaits(db: Sql): Promise<number> {
  const due = await db<{ runId: string; stepId: string }[]>`
    select run_id, step_id from engine.wait
    where due_at <= now() + interval '1 millisecond' order by due_at limit ${BATCH}`;
  for (const wait of due) await resolveWait(db, wait);
  return due.length;
}

async function resolveWait(db: Sql, { runId, stepId }: { runId: string; stepId: string }) {
  await transaction(db, async (tx) => {
    const run = await lockRun(tx, runId);
    if (!run) return;
    const [wait] = await tx<EndedWait[]>`
      delete from engine.wait where run_id = ${runId} and step_id = ${stepId}
      returning kind, result`;
    if (!wait) return;
    await storeStep(tx, runId, endOf(stepId, wait));
    await discoverNext(tx, run);
  });
}

function endOf(id: string, { kind, result }: EndedWait): StepResult {
  if (result) return { id, ...result };
  if (kind !== "invoke") return { id, data: null };
  return {
    id,
    error: { name: "Error", message: "The invoked function took longer than its timeout" },
  };
}
