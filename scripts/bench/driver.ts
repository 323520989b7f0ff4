import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { createDb, type Db, type Sql, transaction } from "@/db/client";
import { pipelined } from "@/db/pipelined";
import { runWithOptions } from "@/scripts/run-with-options";
import { startPostgres } from "@/scripts/services/postgres";

const usage = `npm run bench:driver -- --pg FOLDER

Compares the product's connections with postgres.js' own pool and with pg, which it does not depend on: FOLDER
is one in which \`npm install pg\` was run. Each is measured in turn, several times; what counts is the ratio.`;

const ROUNDS = 7;
const ROUND_MS = 1_500;
const CALLERS = 32;
const CONNECTIONS = 10;
const PAYERS = 10_000;
const WIDE_ROWS = 1_000;

type Workload = "transaction" | "statement" | "thousand rows";
const workloads: readonly Workload[] = ["transaction", "statement", "thousand rows"];

interface Contestant {
  readonly name: string;
  /** A transaction of five statements, one statement by itself, and a thousand rows of eight columns. */
  readonly run: Record<Workload, () => Promise<unknown>>;
  end(): Promise<unknown>;
}

const amount = "123456789012345678901234567890";
const somePayer = () => `payer ${Math.floor(Math.random() * PAYERS)}`;

const insertRow = (db: Db) => db<{ id: string }[]>`
  insert into bench_rows (id, amount, name) values (${randomUUID()}, ${amount}, ${"one"}) returning id`;

function tagged(name: string, sql: Sql, end: () => Promise<unknown>): Contestant {
  const transact = () => {
    const payer = somePayer();
    return transaction(sql, (tx) =>
      pipelined([
        () => tx`select pg_advisory_xact_lock(hashtextextended(${payer}, 0))`,
        () => insertRow(tx),
        () => insertRow(tx),
        () => insertRow(tx),
        () => tx`update bench_counters set count = count + 1 where name = ${payer}`,
      ]),
    );
  };
  const read = () => sql<object[]>`select * from bench_wide limit ${WIDE_ROWS}`;
  const run = { transaction: transact, statement: () => insertRow(sql), "thousand rows": read };
  return { name, run, end };
}

/** What is used of pg. */
interface PgQuery {
  name: string;
  text: string;
  values: unknown[];
}
interface PgClient {
  query(query: PgQuery): Promise<unknown>;
  release(): void;
}
interface PgPool {
  connect(): Promise<PgClient>;
  query(query: PgQuery): Promise<unknown>;
  end(): Promise<void>;
  on(event: "error", listener: () => void): void;
}
interface Pg {
  Pool: new (options: object) => PgPool;
  types: { setTypeParser(oid: number, parse: (text: string) => unknown): void };
}

/** A name makes it a prepared statement. */
const prepared = (text: string, ...values: unknown[]): PgQuery => ({
  name: createHash("md5").update(text).digest("hex"),
  text,
  values,
});
const insertion = () =>
  prepared(
    "insert into bench_rows (id, amount, name) values ($1, $2, $3) returning id",
    randomUUID(),
    amount,
    "one",
  );

function withPg(pg: Pg, url: string, max: number, beginsAlone: boolean): Contestant {
  for (const oid of [20, 1700]) pg.types.setTypeParser(oid, BigInt);
  const pool = new pg.Pool({ connectionString: url, max, pipeline: true });
  // A connection that is lost while nobody uses it would end the process.
  pool.on("error", () => {});
  const transact = async () => {
    const payer = somePayer();
    const client = await pool.connect();
    try {
      const begun = client.query(prepared("begin"));
      if (beginsAlone) await begun;
      await Promise.all([
        begun,
        client.query(prepared("select pg_advisory_xact_lock(hashtextextended($1, 0))", payer)),
        client.query(insertion()),
        client.query(insertion()),
        client.query(insertion()),
        client.query(
          prepared("update bench_counters set count = count + 1 where name = $1", payer),
        ),
      ]);
      await client.query(prepared("commit"));
    } finally {
      client.release();
    }
  };
  const read = () => pool.query(prepared("select * from bench_wide limit $1", WIDE_ROWS));
  const run = {
    transaction: transact,
    statement: () => pool.query(insertion()),
    "thousand rows": read,
  };
  return {
    name: `pg, ${max} connections, begin ${beginsAlone ? "awaited" : "pipelined"}`,
    run,
    end: () => pool.end(),
  };
}

async function fill(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`create table bench_rows (id text primary key, amount numeric(78,0), name text)`;
  await sql`create table bench_counters (name text primary key, count int not null)`;
  await sql`insert into bench_counters select 'payer ' || n, 0 from generate_series(0, ${PAYERS}::int) n`;
  await sql`
    create table bench_wide as
    select n as id, n::numeric * 1000000 as amount, now() as at, 'text ' || n as one,
      md5(n::text) as two, n % 2 = 0 as three, n::bigint as four, null::text as five
    from generate_series(1, ${WIDE_ROWS}::int) n`;
  await sql.end();
}

interface Measured {
  readonly perSecond: number;
  /** Microseconds of this process' CPU for each. */
  readonly cpu: number;
}

/** Has all callers do `work` again and again. */
async function measure(work: () => Promise<unknown>): Promise<Measured> {
  const until = performance.now() + ROUND_MS;
  const before = process.cpuUsage();
  let count = 0;
  const call = async () => {
    while (performance.now() < until) {
      await work();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  const { user, system } = process.cpuUsage(before);
  return { perSecond: (count * 1_000) / ROUND_MS, cpu: (user + system) / count };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

async function compare(workload: Workload, contestants: readonly Contestant[]): Promise<void> {
  const rounds = contestants.map(({ name, run }) => ({
    name,
    work: run[workload],
    measured: [] as Measured[],
  }));
  for (const { work } of rounds) await measure(work);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { work, measured } of rounds) measured.push(await measure(work));
  }
  console.log(`\n${workload.padEnd(36)} a second   ratio  CPU, µs   ratio`);
  const [first] = rounds;
  for (const { name, measured } of rounds) {
    const column = (of: keyof Measured) => {
      const ratios = measured.map((one, at) => one[of] / (first?.measured[at]?.[of] ?? Number.NaN));
      const value = median(measured.map((one) => one[of])).toFixed(0);
      return `${value.padStart(9)} ${median(ratios).toFixed(2).padStart(7)}`;
    };
    console.log(`  ${name.padEnd(33)} ${column("perSecond")} ${column("cpu")}`);
  }
}

await runWithOptions(usage, { pg: { type: "string" } }, async ({ pg: folder }) => {
  if (folder === undefined) throw new Error("--pg FOLDER is missing");
  const pg: Pg = createRequire(join(folder, "package.json"))("pg");
  const data = mkdtempSync(join(tmpdir(), "stipend-bench-"));
  const server = await startPostgres({ dataDir: join(data, "postgres") });
  try {
    await fill(server.url);
    const own = createDb(server.url, { max: 2 * CONNECTIONS });
    const pooled = postgres(server.url, { max: CONNECTIONS, fetch_types: false }) as unknown as Sql;
    const contestants = [
      tagged("the product's, 10 + 10 connections", own, () => own.end()),
      tagged("postgres.js, 10 connections", pooled, () => pooled.end()),
      withPg(pg, server.url, CONNECTIONS, true),
      withPg(pg, server.url, CONNECTIONS, false),
      withPg(pg, server.url, 2 * CONNECTIONS, false),
    ];
    for (const workload of workloads) await compare(workload, contestants);
    for (const { end } of contestants) await end();
  } finally {
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
});
