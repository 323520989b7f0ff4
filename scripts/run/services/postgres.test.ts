import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startScript } from "@/testing/script-process";
import { type RunningPostgres, startPostgres } from "./postgres";
import { findPostgresBinaries } from "./postgres-binaries";
import { removePostgres } from "./remove-postgres";

const NOBODY = { uid: 65534, gid: 65534 };
const isRoot = process.getuid?.() === 0;

let folder: string;
let dataDir: string;

beforeAll(() => {
  folder = mkdtempSync(join(inject("runFolder"), "cluster-"));
  chmodSync(folder, 0o755);
  dataDir = join(folder, "postgres");
});

afterAll(async () => {
  await removePostgres(dataDir);
  rmSync(folder, { recursive: true, force: true });
});

async function query(server: RunningPostgres | string, text: string): Promise<postgres.Row[]> {
  const client = postgres(typeof server === "string" ? server : server.url, {
    max: 1,
    onnotice: () => {},
  });
  try {
    return [...(await client.unsafe(text))];
  } finally {
    await client.end();
  }
}

const isServing = async (url: string): Promise<boolean> =>
  query(url, "select 1").then(
    () => true,
    () => false,
  );

const holdServer = () =>
  startScript(`
    import { startPostgres } from "./scripts/run/services/postgres.ts";
    const server = await startPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    console.log(JSON.stringify({ url: server.url, pid: server.pid }));
    setInterval(() => {}, 1000);
  `);

test("data survives a clean stop, and the stop leaves no process behind", async () => {
  const first = await startPostgres({ dataDir });
  await query(first, "create table kept (id int); insert into kept values (1)");
  await first.stop();
  await first.ended;
  expect(await isServing(first.url)).toBe(false);

  const second = await startPostgres({ dataDir });
  expect(await query(second, "select id from kept")).toEqual([{ id: 1 }]);
  await second.stop();
});

test("it is PostgreSQL 18.4 in UTF8 with locale C, durable, and with room for 200 connections", async () => {
  const server = await startPostgres({ dataDir });
  const [settings] = await query(
    server,
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
       current_setting('lc_messages') as locale, current_setting('fsync') as fsync,
       current_setting('max_connections') as connections, current_setting('unix_socket_directories') as sockets,
       current_setting('listen_addresses') as addresses, current_setting('password_encryption') as passwords`,
  );
  await server.stop();
  expect(settings).toEqual({
    version: "18.4",
    encoding: "UTF8",
    locale: "C",
    fsync: "on",
    connections: "200",
    sockets: "",
    addresses: "127.0.0.1",
    passwords: "scram-sha-256",
  });
});

test("a wrong password is refused, and the right one is readable by its owner only", async () => {
  const server = await startPostgres({ dataDir });
  const wrong = new URL(server.url);
  wrong.password = "wrong";
  const attempt = query(wrong.href, "select 1");
  await expect(attempt).rejects.toThrow(/password authentication failed/);
  await server.stop();
  expect(statSync(`${dataDir}.password`).mode & 0o777).toBe(0o600);
});

test("after a kill -9 of its process the left-over server is stopped and nothing committed is lost", async () => {
  const script = holdServer();
  const left = JSON.parse(await script.nextLine());
  await query(left.url, "create table after_kill (id int); insert into after_kill values (7)");
  await script.end("SIGKILL");
  expect(await isServing(left.url)).toBe(true);

  const server = await startPostgres({ dataDir });
  expect(server.pid).not.toBe(left.pid);
  expect(await isServing(left.url)).toBe(false);
  expect(await query(server, "select id from after_kill")).toEqual([{ id: 7 }]);
  await server.stop();
});

test("after a kill -9 of the server itself it starts again at once", async () => {
  const first = await startPostgres({ dataDir });
  await query(first, "create table crashed (id int); insert into crashed values (3)");
  process.kill(first.pid, "SIGKILL");
  await first.ended;
  const second = await startPostgres({ dataDir });
  expect(await query(second, "select id from crashed")).toEqual([{ id: 3 }]);
  await second.stop();
});

test("a folder that a living process uses is refused, and that server goes on", async () => {
  const script = holdServer();
  const held = JSON.parse(await script.nextLine());
  await expect(startPostgres({ dataDir })).rejects.toThrow(`is in use by process ${script.pid}`);
  expect(await query(held.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await script.end("SIGINT");
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "a process that ends by %s takes its server along",
  async (signal) => {
    const script = holdServer();
    const held = JSON.parse(await script.nextLine());
    await script.end(signal);
    await expect.poll(() => isServing(held.url), { timeout: 60_000 }).toBe(false);
  },
);

test("a taken port is named", async () => {
  const blocker = createServer();
  const port = await new Promise<number>((resolve) => {
    blocker.listen(0, "127.0.0.1", () => {
      const address = blocker.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  await expect(startPostgres({ dataDir, port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken`,
  );
  await new Promise((resolve) => blocker.close(resolve));
});

test("removing it leaves nothing, and the next start makes an empty cluster with a new password", async () => {
  const [other, before] = [join(folder, "removed"), { password: "" }];
  const first = await startPostgres({ dataDir: other, fsync: false });
  before.password = new URL(first.url).password;
  await query(first, "create table gone (id int)");
  await first.stop();
  await removePostgres(other);
  expect(lstatSync(other, { throwIfNoEntry: false })).toBeUndefined();

  const second = await startPostgres({ dataDir: other, fsync: false });
  expect(new URL(second.url).password).not.toBe(before.password);
  expect(await query(second, "select to_regclass('gone') as found")).toEqual([{ found: null }]);
  await second.stop();
  await removePostgres(other);
});

test("root's closed home is no hindrance: data and programs move within reach", async ({
  skip,
}) => {
  skip(!isRoot, "needs to be root");
  const closed = join(folder, "closed");
  mkdirSync(closed, { mode: 0o700 });
  const server = await startPostgres({ dataDir: join(closed, "postgres"), fsync: false });
  expect(await query(server, "select 1 as one")).toEqual([{ one: 1 }]);
  await server.stop();
  expect(lstatSync(join(closed, "postgres")).isSymbolicLink()).toBe(true);
  await removePostgres(join(closed, "postgres"));

  const native = join(dirname(findPostgresBinaries(undefined).initdb), "..");
  cpSync(join(native, "..", "package.json"), join(closed, "package.json"));
  cpSync(native, join(closed, "native"), { recursive: true, verbatimSymlinks: true });
  const { postgres: program } = findPostgresBinaries(NOBODY, join(closed, "native"));
  expect(program.startsWith(closed)).toBe(false);
  expect(statSync(program).mode & 0o005).toBe(0o005);
});

test("library links that npm did not create are made", () => {
  const native = join(dirname(findPostgresBinaries(undefined).initdb), "..");
  const bare = join(folder, "bare", "native");
  cpSync(native, bare, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !lstatSync(source).isSymbolicLink(),
  });
  findPostgresBinaries(undefined, bare);
  expect(lstatSync(join(bare, "lib", "libpq.so.5")).isSymbolicLink()).toBe(true);
});
