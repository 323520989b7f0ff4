import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { createDb, type Sql, type TransactionSql, transaction } from "./client";

let database: TestDatabase;
let db: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db`create table written (text text)`;
});
beforeEach(() => {
  db = createDb(database.url, { max: 4 });
});
afterEach(async () => {
  await db.end({ timeout: 5 });
  await database.db`truncate written`;
});
afterAll(() => database.drop());

const kill = (pid: number) => database.db`select pg_terminate_backend(${pid})`;
const pidOf = async (sql: Sql | TransactionSql) => {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid ?? 0;
};
/** Errors outside any promise would fail the test run; the pool must also work again. */
async function expectUsable() {
  await sleep(100);
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => db`select 1 as one`));
  expect(answers.some((answer) => answer.status === "fulfilled")).toBe(true);
  expect(await Promise.all([1, 2, 3].map(() => db`select 1 as one`))).toEqual(
    Array(3).fill([{ one: 1 }]),
  );
}

test.each([0, 1, 2, 3])(
  "a transaction cut off under %i savepoints fails, and the pool goes on",
  async (depth) => {
    const nest = async (tx: Sql | TransactionSql, left: number): Promise<unknown> =>
      transaction(tx, async (inner) => {
        await inner`insert into written values (${`${left}`})`;
        if (left > 0) return nest(inner, left - 1);
        const pid = await pidOf(inner);
        const hanging = inner`select pg_sleep(10)`.execute();
        await kill(pid);
        return hanging;
      });
    await expect(nest(db, depth)).rejects.toThrow();
    await expectUsable();
    expect(await database.db`select from written`).toHaveLength(0);
  },
);

test("what a transaction writes after its connection was lost is refused, and goes nowhere", async () => {
  let late: Promise<unknown> | undefined;
  const cutOff = transaction(db, async (tx) => {
    await tx`insert into written values ('before')`;
    await kill(await pidOf(tx));
    // Every other connection is made meanwhile, so that one of them would take this one's place.
    await Promise.all(Array.from({ length: 8 }, () => transaction(db, pidOf)));
    late = tx`insert into written values ('after')`.execute();
    await late;
  });
  await expect(cutOff).rejects.toThrow();
  while (!late) await sleep(5);
  await expect(late).rejects.toThrow();
  await expectUsable();
  expect(await database.db`select from written`).toHaveLength(0);
});

test("a transaction waits for a connection, also for one that takes the place of a lost one", async () => {
  const held = [1, 2].map(() =>
    transaction(db, async (tx) => {
      const pid = await pidOf(tx);
      await sleep(50);
      await kill(pid);
      await sleep(50);
    }),
  );
  const waiting = [1, 2, 3].map(() => transaction(db, (tx) => pidOf(tx)));
  expect((await Promise.allSettled(held)).map((result) => result.status)).toEqual(
    Array(2).fill("rejected"),
  );
  for (const pid of await Promise.all(waiting)) expect(pid).toBeGreaterThan(0);
});

test("the end waits for a running transaction, and refuses those that wait for a connection", async () => {
  const running = [1, 2].map((n) =>
    transaction(db, async (tx) => {
      await sleep(50);
      await tx`insert into written values (${`${n}`})`;
    }),
  );
  const waiting = transaction(db, (tx) => pidOf(tx));
  const refused = expect(waiting).rejects.toMatchObject({ code: "CONNECTION_ENDED" });
  await db.end();
  await refused;
  await Promise.all(running);
  expect(await database.db`select from written`).toHaveLength(2);
  await expect(transaction(db, pidOf)).rejects.toMatchObject({ code: "CONNECTION_ENDED" });
});

test("statements in flight on every connection fail, and the pool goes on", async () => {
  const hanging = [db`select pg_sleep(10)`, db`select pg_sleep(10)`].map((query) =>
    query.execute(),
  );
  const settled = Promise.allSettled(hanging);
  const pids = async () =>
    database.db<{ pid: number }[]>`select pid from pg_stat_activity
      where datname = current_database() and state = 'active' and query like '%pg_sleep(10)%' and pid <> pg_backend_pid()`;
  while ((await pids()).length < 2) await sleep(10);
  for (const { pid } of await pids()) await kill(pid);
  expect((await settled).map((result) => result.status)).toEqual(["rejected", "rejected"]);
  await expectUsable();
});

test("idle connections that the server closes are replaced", async () => {
  const pids = await Promise.all([pidOf(db), pidOf(db)]);
  for (const pid of pids) await kill(pid);
  await expectUsable();
});

test("many transactions under a connection that is reset again and again", async () => {
  const sockets = new Set<Socket>();
  const target = new URL(database.url);
  const { hostname, port } = target;
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) socket.on("error", () => {});
    client.pipe(server).pipe(client);
    client.on("close", () => server.destroy());
    sockets.add(client);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  target.port = String(typeof address === "object" ? address?.port : "");
  const far = createDb(target.href, { max: 4 });
  let resets = 0;
  let committed = 0;
  const resetting = (async () => {
    while (resets < 10) {
      const before = committed;
      while (committed < before + 5) await sleep(20);
      for (const socket of sockets) socket.resetAndDestroy();
      sockets.clear();
      resets += 1;
    }
  })();
  const work = async (n: number) => {
    for (let i = 0; resets < 10; i += 1) {
      const text = `${n}-${i}`;
      await transaction(far, async (tx) => {
        await tx`insert into written values (${text})`;
        await transaction(tx, (inner) => inner`insert into written values (${text})`);
        await tx`select pg_sleep(0.002)`;
        return 1;
      }).then(
        () => {
          committed += 1;
        },
        () => sleep(5),
      );
    }
  };
  await Promise.all([resetting, ...[0, 1, 2, 3, 4, 5].map(work)]);
  const rows = await database.db<{ count: number }[]>`
    select count(*)::int from written group by text`;
  expect(rows.every((row) => row.count === 2)).toBe(true);
  expect(rows.length).toBeGreaterThanOrEqual(committed);
  expect(await far`select 1 as one`.catch(() => far`select 1 as one`)).toEqual([{ one: 1 }]);
  await far.end({ timeout: 5 });
  proxy.close();
});
