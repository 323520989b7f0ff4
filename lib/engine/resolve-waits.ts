import { type Sql, transaction } from "@/db/client";
import type { RunError, StepResult } from "./read-answer";
import { discoverNext, lockFreeRun, storeStep } from "./run-steps";

const BATCH = 200;

type WaitResult = { data: unknown } | { error: RunError };
interface EndedWait {
  kind: "sleep" | "invoke";
  result: WaitResult | null;
}

/**
 * Turns waits that are over into finished steps: sleeps, and invoked runs that ended or took
 * too long. Runs that another engine has in its hands are left for the next time.
 * Returns how many; their runs then have calls to make.
 */
export async function resolveWaits(db: Sql): Promise<number> {
  const due = await db<{ runId: string; stepId: string }[]>`
    select run_id, step_id from engine.wait
    where due_at <= now() + interval '1 millisecond' order by due_at limit ${BATCH}`;
  let resolved = 0;
  for (const wait of due) if (await resolveWait(db, wait)) resolved += 1;
  return resolved;
}

async function resolveWait(
  db: Sql,
  { runId, stepId }: { runId: string; stepId: string },
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const run = await lockFreeRun(tx, runId);
    if (!run) return false;
    const [wait] = await tx<EndedWait[]>`
      delete from engine.wait where run_id = ${runId} and step_id = ${stepId}
      returning kind, result`;
    if (!wait) return false;
    await storeStep(tx, runId, endOf(stepId, wait));
    await discoverNext(tx, run);
    return true;
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
