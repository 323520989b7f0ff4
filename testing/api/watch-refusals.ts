import type { Sql } from "@/db/client";
import type { ApiTarget } from "./api-target";

/** What a refusal may write: the request itself, and its key or session. */
const COUNTERS = ["rate_buckets", "api_keys", "admin_sessions"];

/**
 * The same API, which fails a test as soon as a refused request has written, changed or deleted a row of any
 * table, but for what counts requests, and for the refusal itself under an `Idempotency-Key`. Requests that
 * overlap are not looked at, since nobody could tell whose the rows are; nor is a server that runs jobs.
 */
export async function watchRefusals(target: ApiTarget): Promise<ApiTarget> {
  if (process.env.API_TARGET) return target;
  const { db } = target;
  await logWrites(db);
  let begun = 0;
  let underWay = 0;
  const send: ApiTarget["send"] = async (call) => {
    begun += 1;
    underWay += 1;
    try {
      const turn = begun;
      const alone = underWay === 1;
      const before = await lastWrite(db);
      const reply = await target.send(call);
      if (reply.status < 400 || !alone || turn !== begun) return reply;
      const storesAnswer = call.headers?.["idempotency-key"] !== undefined;
      const written = await writesSince(db, before, storesAnswer ? ["idempotency_keys"] : []);
      if (written.length === 0) return reply;
      const what = `${call.method} ${call.path} was refused with ${reply.status}`;
      throw new Error(`${what} and wrote to ${written.join(", ")}: ${JSON.stringify(reply.body)}`);
    } finally {
      underWay -= 1;
    }
  };
  return { ...target, send };
}

/** Keeps a list of all that is written from now on. */
async function logWrites(db: Sql): Promise<void> {
  const tables = await db<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all (${COUNTERS}::text[])
      and table_name not like 'request\\_log%'`;
  await db`create table written_rows (id bigserial primary key, name text not null)`;
  await db.unsafe(`
    create function log_written_row() returns trigger language plpgsql as $$
    begin
      insert into written_rows (name) values (tg_table_name);
      return null;
    end $$`);
  for (const { name } of tables) {
    await db`
      create trigger log_written_row after insert or update or delete on ${db(name)}
      for each row execute function log_written_row()`;
  }
}

async function lastWrite(db: Sql): Promise<bigint> {
  const [row] = await db<{ last: bigint }[]>`
    select coalesce(max(id), 0)::bigint as last from written_rows`;
  return row?.last ?? 0n;
}

async function writesSince(db: Sql, last: bigint, allowed: string[]): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select distinct name from written_rows
    where id > ${last} and name <> all (${allowed}::text[]) order by name`;
  return rows.map(({ name }) => name);
}
