import { randomUUID } from "node:crypto";
import { type Db, type Sql, transaction } from "@/db/client";
import { createRun } from "./create-run";
import { createEvent } from "./engine-event";
import type { EngineFunction, EngineFunctions } from "./function-config";
import { nextCronTime } from "./next-cron-time";
import { insertRuns } from "./store-events";

interface Times {
  /** Real time, by which rows are due. */
  now: Date;
  /** The time of the business, whose days and hours schedules name. */
  businessNow: Date;
}

interface CronRow extends Times {
  functionId: string;
  expression: string;
}

/** Has the functions' schedules in the database; one that stays keeps its next time. */
export async function syncCrons(db: Sql, functions: EngineFunctions): Promise<void> {
  const clock = await readTimes(db);
  const crons = [...functions.values()].flatMap((fn) =>
    fn.crons.map((expression) => ({ functionId: fn.id, expression })),
  );
  await transaction(db, async (tx) => {
    for (const { functionId, expression } of crons) {
      await tx`
        insert into engine.cron (function_id, expression, next_at)
        values (${functionId}, ${expression}, ${nextTime(expression, clock)})
        on conflict do nothing`;
    }
  });
}

/**
 * Starts the runs whose schedule is due and sets its next time, in one transaction each: among many
 * engines one fires, and one that stopped while firing holds up that schedule only. Times missed while no engine ran are made up for once.
 */
export async function fireCrons(db: Sql, functions: EngineFunctions): Promise<number> {
  // Before the app is registered, the engine knows no function.
  if (functions.size === 0) return 0;
  const due = await db<CronRow[]>`
    select function_id, expression, now(), clock_now() as business_now from engine.cron
    where next_at <= now() and (
      function_id = any(${[...functions.keys()]}::text[]) or next_at < now() - interval '1 day'
    )`;
  let fired = 0;
  for (const row of due) {
    const fn = functions.get(row.functionId);
    if (!fn?.crons.includes(row.expression)) await dropLate(db, row);
    else if (await fireCron(db, fn, row)) fired += 1;
  }
  return fired;
}

/**
 * Drops the schedule of a function that this engine knows without it, once no other engine has fired it for an hour.
 * That of a function that it does not know gets here after a day.
 */
async function dropLate(
  db: Db,
  { functionId, expression }: Pick<CronRow, "functionId" | "expression">,
): Promise<void> {
  await db`
    delete from engine.cron where function_id = ${functionId} and expression = ${expression}
      and next_at < now() - interval '1 hour'`;
}

async function fireCron(
  db: Sql,
  fn: EngineFunction,
  { expression, ...times }: CronRow,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { count } = await tx`
      update engine.cron set next_at = ${nextTime(expression, times)}
      where (function_id, expression) in (
        select function_id, expression from engine.cron
        where function_id = ${fn.id} and expression = ${expression} and next_at <= ${times.now}
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

async function readTimes(db: Sql): Promise<Times> {
  const [row] = await db<Times[]>`select now(), clock_now() as business_now`;
  if (!row) throw new Error("a select without a table has a row");
  return row;
}

/** When a schedule is due next, in real time. */
function nextTime(expression: string, { now, businessNow }: Times): Date {
  const wait = nextCronTime(expression, businessNow).getTime() - businessNow.getTime();
  return new Date(now.getTime() + wait);
}
