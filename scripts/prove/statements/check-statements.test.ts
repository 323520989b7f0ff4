import type { PendingQuery, Row } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AllOrNull } from "@/db/all-or-null";
import type { Db, Sql } from "@/db/client";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { checkStatements, type Exceptions } from "./check-statements";
import { findStatements, type SourceStatement } from "./find-statements";
import { type Records, readRecords } from "./records";

const file = "scripts/prove/statements/check-statements.test.ts";

let database: TestDatabase;
let statements: readonly SourceStatement[];
let records: Records;
let findings: readonly string[];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await db`
    create table planted (
      id text primary key, parent text, amount numeric not null, kind text not null,
      at timestamptz, raw bytea not null, tags text[] not null
    )`;
  await db`
    insert into planted values ('a', null, 7, 'x', null, '', '{}'), ('b', 'a', 8, 'y', null, '', '{}')`;
  for (const send of sent) await send(db);
  statements = findStatements(projectRoot, (one) => one === file);
  records = readRecords(projectRoot);
  findings = await check({ neverNull: [], neverSent: [] });
});
afterAll(() => database.drop());

interface PlantedRow {
  id: string;
  parent: string | null;
  amount: bigint;
  kind: "x" | "y";
  at: Date | null;
  raw: `0x${string}`;
  tags: readonly string[];
}

const isFirst = (db: Db) => db`id = 'a' /* isFirst */`;
const inOrder = <Rows extends Row[]>(db: Db, rows: PendingQuery<Rows>): PendingQuery<Rows> =>
  db<Rows>`select * from (${rows}) listed order by id`;

/** Each with what is said of it; statements with nothing are right. */
const sent: readonly ((db: Sql) => Promise<unknown>)[] = [
  (db) => db<PlantedRow[]>`select * from planted where ${isFirst(db)}`,
  async (db) => (await db`update planted set at = null returning id /* counted */`).count,
  async (db) => {
    const { count } = await db`delete from planted where id = 'z' returning id /* counted, too */`;
    return count;
  },
  async (db) => {
    await db`delete from planted where id = 'z' returning id /* not read */`;
  },
  (db) => db`select pg_advisory_xact_lock(1)`,
  (db) => db<{ id: string; more?: string }[]>`select id from planted /* optional */`,
  (db) => db<{ id: unknown }[]>`select id from planted /* unknown */`,
  (db) => db<{ name: string }[]>`select id from planted /* wrong name */`,
  (db) => db<{ id: string; kind: string }[]>`select id from planted /* missing */`,
  (db) => db<{ id: string }[]>`select id, kind from planted /* undeclared */`,
  (db) => db<{ id: string }[]>`select id, kind as id from planted /* twice */`,
  (db) => db<{ amount: number }[]>`select amount from planted /* wrong type */`,
  (db) => db<{ tags: string }[]>`select tags from planted /* wrong array */`,
  (db) => db<{ at: Date }[]>`select at from planted where false /* nullable */`,
  (db) => db<{ most: bigint }[]>`select max(amount) as most from planted where false`,
  (db) => db<{ id: string; child: string }[]>`
    select p.id, c.id as child from planted p left join planted c on c.parent = p.id limit 0`,
  (db) => db<{ id: string; child: string }[]>`
    select p.id, c.id as child from planted c right join planted p on c.parent = p.id limit 0`,
  (db) => db<{ id: string; child: string }[]>`
    select p.id, c.id as child from planted c full join planted p on c.parent = p.id limit 0`,
  (db) => db<({ id: string } & AllOrNull<{ child: string; amount: bigint }>)[]>`
    select p.id, c.id as child, c.amount from planted p left join planted c on c.parent = p.id`,
  async (db) => {
    const rows = await db`select id from planted /* untyped */`;
    return rows.map(({ id }) => id);
  },
  async (db) => {
    // The driver sends nothing that nobody awaits.
    void db`select id from planted /* not sent */`;
  },
  (db) => inOrder(db, db<{ id: number }[]>`select id from planted /* embedded */`),
];

async function check(exceptions: Exceptions, isPartial = false): Promise<readonly string[]> {
  const checked = { url: database.url, statements, records, exceptions, isPartial };
  return (await checkStatements(checked)).findings;
}

/** What is found in the statement with the text. */
function faultsOf(text: string): string[] {
  const chosen = statements.filter(({ key }) => key.includes(text));
  expect(chosen).toHaveLength(1);
  const place = `${file}:${chosen[0]?.line} `;
  return findings.flatMap((finding) =>
    finding.startsWith(place) ? [finding.slice(place.length)] : [],
  );
}

test.each([
  "where …",
  "/* isFirst */",
  "/* counted */",
  "/* counted, too */",
  "/* not read */",
  "pg_advisory",
  "/* optional */",
  "/* unknown */",
  "c.amount from",
])("nothing is wrong with `%s`", (text) => {
  expect(faultsOf(text)).toEqual([]);
});

test.each([
  [
    "/* wrong name */",
    "no column is named name, only id (text)",
    "the column id (text) is not declared",
  ],
  ["/* missing */", "no column is named kind, only id (text)"],
  ["/* undeclared */", "the column kind (text) is not declared"],
  ["/* twice */", "two columns are named id"],
  ["/* wrong type */", "amount is declared as number, and the column is numeric"],
  ["/* wrong array */", "tags is declared as string, and the column is text[]"],
  ["/* nullable */", "at is declared as Date, and may be null: column"],
  ["max(amount)", "most is declared as bigint, and was null"],
  [
    "p left join planted c on c.parent = p.id limit",
    "child is declared as string, and may be null: outer join",
  ],
  ["c right join", "child is declared as string, and may be null: outer join"],
  [
    "c full join",
    "id is declared as string, and may be null: outer join",
    "child is declared as string, and may be null: outer join",
  ],
  ["/* untyped */", "has no row type, and answers with id (text)"],
  ["/* embedded */", "id is declared as number, and the column is text"],
  ["/* not sent */", "no test has sent it"],
])("of `%s` is found what is wrong", (text, ...faults) => {
  expect(faultsOf(text)).toEqual(faults);
});

test("what no test has sent is passed over where only some were run, and what is wrong is not", async () => {
  const partly = await check({ neverNull: [], neverSent: [] }, true);
  expect(findings.filter((finding) => !partly.includes(finding))).toHaveLength(1);
});

test("an exception holds for what it names, and is refused when there is no need for it", async () => {
  const neverNull = [
    { file, property: "at", because: "it is set" },
    { file, property: "amount", because: "it needs none" },
  ];
  const neverSent = [{ file, text: "/* not sent */", because: "nobody awaits it" }];
  const left = await check({ neverNull, neverSent });
  expect(left).toContain(`${file} the exception for "amount" excepts nothing`);
  expect(left).toHaveLength(findings.length - 1);
});
