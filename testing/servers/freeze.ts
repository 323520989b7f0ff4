import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "@/db/client";
import type { ServerProcess } from "./server-process";

const LOOK_MS = 2;
/** A transaction that stands still for this long is a suspended server's. */
const STILL_MS = 1_000;
const GIVE_UP_MS = 60_000;
const STOP_MS = 5_000;

/** As the kernel tells it: T is stopped by a signal. */
const isStopped = (pid: number) => {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).startsWith("T");
};

/** Suspends a server as it stands. */
export async function freeze(server: ServerProcess): Promise<void> {
  server.send("SIGSTOP");
  const giveUpAt = performance.now() + STOP_MS;
  while (!isStopped(server.pid)) {
    if (performance.now() > giveUpAt) throw new Error(`Not suspended:\n${server.output()}`);
    await sleep(1);
  }
}

/** A backend whose transaction waits for a table, or has locked rows of it. */
interface Locker {
  pid: number;
  xactStart: Date;
  /** The port that its client connects from. */
  clientPort: number;
  /** `RowShareLock` is what `for update` takes. */
  mode: string;
}

function waitersFor(db: Sql, table: string): Promise<Locker[]> {
  return db<Locker[]>`
    select a.pid, a.xact_start, a.client_port, l.mode
    from pg_locks l join pg_stat_activity a using (pid)
    where l.relation = ${table}::regclass and not l.granted`;
}

function holdersOf(db: Sql, table: string): Promise<Locker[]> {
  return db<Locker[]>`
    select a.pid, a.xact_start, a.client_port, l.mode
    from pg_locks l join pg_stat_activity a using (pid)
    where l.relation = ${table}::regclass and l.granted and l.mode = 'RowShareLock'
      and a.state = 'idle in transaction'`;
}

/** Inodes of the sockets that a process has open. */
function socketsOf(pid: number): Set<string> {
  const links = readdirSync(`/proc/${pid}/fd`).map((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`);
    } catch {
      return ""; // Closed meanwhile.
    }
  });
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
}

/** Whether a process has a connection that leaves from a local port. */
function holdsPort(pid: number, port: number): boolean {
  const sockets = socketsOf(pid);
  const lines = ["tcp", "tcp6"].flatMap((name) =>
    readFileSync(`/proc/net/${name}`, "utf8").split("\n").slice(1),
  );
  return lines.some((line) => {
    const fields = line.trim().split(/\s+/);
    const from = Number.parseInt(fields[1]?.split(":")[1] ?? "", 16);
    return from === port && sockets.has(fields[9] ?? "");
  });
}

/**
 * Suspends one of the servers inside a transaction that has locked rows of `table`. The table is kept
 * from being locked until one of them waits for it; that one is suspended, then gets what it waited for.
 * @returns the suspended server
 */
export async function freezeInside(
  db: Sql,
  servers: readonly ServerProcess[],
  table: string,
): Promise<ServerProcess> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  while (performance.now() < giveUpAt) {
    const caught = await catchOne(db, servers, table, giveUpAt);
    if (!caught) continue;
    await sleep(STILL_MS);
    const { pid, xactStart } = caught.locker;
    const holders = await holdersOf(db, table);
    const isInside = holders.some((held) => held.pid === pid && +held.xactStart === +xactStart);
    if (isInside) return caught.server;
    caught.server.send("SIGCONT");
  }
  throw new Error(`No server locked rows of ${table} for ${GIVE_UP_MS / 1_000} s`);
}

/** Null when the first to wait for the table wants something else of it and is let through, or nobody waits. */
function catchOne(db: Sql, servers: readonly ServerProcess[], table: string, giveUpAt: number) {
  return db.begin(async (tx) => {
    await tx`lock table ${tx(table)} in exclusive mode`;
    while (performance.now() < giveUpAt) {
      // Not in this transaction, which would see every backend as at its first look.
      const waiters = await waitersFor(db, table);
      const locker = waiters.find(({ mode }) => mode === "RowShareLock");
      const server = locker && servers.find(({ pid }) => holdsPort(pid, locker.clientPort));
      if (server) {
        await freeze(server);
        return { server, locker };
      }
      if (waiters.length > 0) return null;
      await sleep(LOOK_MS);
    }
    return null;
  });
}
