import { readdirSync, readFileSync } from "node:fs";
import type { Sql } from "@/db/client";

/** `USER_HZ`, in which Linux counts a process that has ended. */
const MS_PER_TICK = 10;

/** The file's text; undefined once the process has ended. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** CPU milliseconds of a process's threads, those that have ended left out. */
export function processCpuMs(pid: number): number {
  let nanoseconds = 0;
  for (const thread of threadsOf(pid)) {
    nanoseconds += Number(read(`/proc/${pid}/task/${thread}/schedstat`)?.split(" ")[0] ?? 0);
  }
  return nanoseconds / 1e6;
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** CPU milliseconds of a database server and its processes, those that have ended included. */
export function postgresCpuMs(postmaster: number): number {
  const ended = (statOf(postmaster) ?? []).slice(13, 15).map(Number);
  const running = [postmaster, ...childrenOf(postmaster)].map(processCpuMs);
  return sum(running) + sum(ended) * MS_PER_TICK;
}

/** The processes that a process has started and that run. */
function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^[0-9]+$/.test(name))
    .map(Number)
    .filter((pid) => Number(statOf(pid)?.[1]) === parent);
}

/** What a process was started with. */
function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`)?.replaceAll("\0", " ") ?? "";
}

/** The fields after a process's name, which may hold anything; undefined once it has ended. */
function statOf(pid: number): string[] | undefined {
  const text = read(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(")") + 2).split(" ");
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The process id of a database's server on this machine. */
export async function postmasterOf(db: Sql): Promise<number> {
  const [row] = await db<{ text: string }[]>`select pg_read_file('postmaster.pid') as text`;
  return Number(row?.text.split("\n")[0]);
}

/** The app's process, which this process has started with its demo. */
export function appProcess(): number {
  const app = childrenOf(process.pid).find((pid) => commandOf(pid).includes("dist/server.js"));
  if (app === undefined) throw new Error("no app runs");
  return app;
}
