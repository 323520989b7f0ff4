import { randomUUID } from "node:crypto";
import { type Sql, transaction } from "@/db/client";
import { createRun } from "./create-run";
import { createEvent } from "./engine-event";
import type { EngineFunction, EngineFunctions } from "./function-config";
import { nextCronTime } from "./next-cron-time";
import { insertRuns } from "./store-events";

interface CronRow {
  functionId: string;
  expression: string;
  now: Date;
}

/** Makes the schedules in the database those of the functions; one that stays keeps its next time. */
export async function syncCrons(db: Sql, functions: EngineFunctions): Promise<void> {
  const [clock] = await db<{ now: Date }[]>`select now()`;
  const now = clock?.now ?? new Date();
  const crons = [...functions.values()].flatMap((fn) =>
    fn.crons.map((expression) => ({ functionId: fn.id, expression })),
  );
  await transaction(db, async (tx) => {
    for (const { functionId, expression } of crons) {
      await tx`
        insert into engine.cron (function_id, expression, next_at)
        values (${functionId}, ${expression}, ${nextCronTime(expression, now)})
        on conflict do nothing`;
    }
    await tx`
      delete from engine.cron
      where function_id = any(${[...functions.keys()]}::text[])
        and (function_id, expression) not in (select * from unnest(
          ${crons.map((cron) => cron.functionId)}::text[],
          ${crons.map((cron) => cron.expression)}::text[]))`;
  });
}

/**
 * Starts the runs whose schedule is due and sets its next time, in one transaction each: among many
 * engines one fires, and one that stopped while firing holds up that schedule only. Times missed while no engine ran are made up for once.
 */
export async function fireCrons(db: Sql, functions: EngineFunctions): Promise<number> {
  const due = await db<CronRow[]>`
    select function_id, expression, now() from engine.cron
    where next_at <= now() and function_id = any(${[...functions.keys()]}::text[])`;
  let fired = 0;
  for (const row of due) {
    const fn = functions.get(row.functionId);
    if (fn?.crons.includes(row.expression) && (await fireCron(db, fn, row))) fired += 1;
  }
  return fired;
}

async function fireCron(
  db: Sql,
  fn: EngineFunction,
  { expression, now }: CronRow,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { count } = await tx`
      update engine.cron set next_at = ${nextCronTime(expression, now)}
      where (function_id, expression) in (
        select function_id, expression from engine.cron
        where function_id = ${fn.id} and expression = ${expression} and next_at <= ${now}
        for update skip locked)`;
    if (count === 0) return false;
    const event = createEvent({
      id: `cron:${randomUUID()}`,
      name: "inngest/scheduled.timer",
      data: { cron: expression },
    });
    await insertRuns(tx, [event], [createRun(fn, event)]);
    return true;
  });
}
