import { randomUUID } from "node:crypto";
import postgres from "postgres";

/** What the servers that Stipend is compared with do per request: read JSON, insert a row, answer it. */
export function rowInserter(databaseUrl: string): (body: string) => Promise<string> {
  const sql = postgres(databaseUrl, { max: 20, onnotice: () => {} });
  const ready = sql`
    create table if not exists bench_rows (
      id text primary key, amount numeric(78,0) not null, currency text not null,
      created_at timestamptz not null default now()
    )`;
  return async (body) => {
    await ready;
    const { amount, currency } = JSON.parse(body) as { amount: string; currency: string };
    const [row] = await sql`
      insert into bench_rows (id, amount, currency) values (${randomUUID()}, ${amount}, ${currency})
      returning *`;
    return JSON.stringify(row);
  };
}
