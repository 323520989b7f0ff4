import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "@/db/client";
import type { ServerProcess } from "./server-process";

const LOOK_MS = 2;
/** A transaction that stands still for a moment may be a busy server's; for longer, only a stopped one's. */
const STILL_MS = [50, 2_000];

/** As the kernel tells it: T is stopped by a signal. */
const isStopped = (pid: number) => {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).startsWith("T");
};

/** Suspends a server as it stands. */
export async function freeze(server: ServerProcess): Promise<void> {
  server.send("SIGSTOP");
  while (!isStopped(server.pid)) await sleep(1);
}

/** Sessions that have locked rows of `table`, by when their transaction began. */
async function holders(db: Sql, table: string, isIdle: boolean): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select a.pid || ' ' || a.xact_start as name
    from pg_locks l join pg_stat_activity a using (pid)
    where l.relation = ${table}::regclass and l.granted and l.mode = 'RowShareLock'
      and (not ${isIdle} or a.state = 'idle in transaction')`;
  return rows.map(({ name }) => name);
}

/**
 * Suspends a server inside a transaction that has locked rows of `table`: tried again and again, since
 * such a transaction takes milliseconds, and may be another server's.
 */
export async function freezeInside(db: Sql, server: ServerProcess, table: string): Promise<void> {
  for (;;) {
    while ((await holders(db, table, false)).length === 0) await sleep(LOOK_MS);
    await freeze(server);
    if (await standsStill(db, table)) return;
    server.send("SIGCONT");
  }
}

async function standsStill(db: Sql, table: string): Promise<boolean> {
  let still = await holders(db, table, true);
  for (const ms of STILL_MS) {
    if (still.length === 0) return false;
    await sleep(ms);
    const now = await holders(db, table, true);
    still = still.filter((name) => now.includes(name));
  }
  return still.length > 0;
}
