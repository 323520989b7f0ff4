import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { choosePort } from "./choose-port";
import { findPostgresBinaries } from "./postgres-binaries";
import { openPostgresCluster, SUPERUSER, serverEnv } from "./postgres-cluster";
import { readPostmasterFile, recordPostgresOwner, stopLeftOverPostgres } from "./remove-postgres";
import { chooseServiceUser, type ServiceUser } from "./service-user";
import { childEnd, isRunning, stopChild, stopOnExit } from "./stop-on-exit";

const MAX_LOG_BYTES = 10_000_000;
/** A killed server's last processes hold its memory for a moment. */
const RETRY_MS = 5_000;
const RETRYABLE = /shared memory block|"postmaster.pid" already exists|Address already in use/;
/** Crash recovery replays the log before the first connection. */
const START_MS = 60_000;
const FAST_STOP_MS = 15_000;
const DATABASE = "stipend";

/** How to run an embedded Postgres. */
export interface PostgresOptions {
  /** The cluster's folder, made when missing; `<dataDir>.password`, `.owner` and `.log` stand beside it. */
  dataDir: string;
  /** TCP port on 127.0.0.1; 0 or none takes a free one. */
  port?: number;
  /** False gives up durability for speed; only for data that may be lost. Default true. */
  fsync?: boolean;
  /** Told of what takes time. */
  log?: (message: string) => void;
}

/** A running embedded Postgres. */
export interface RunningPostgres {
  /** The superuser's URL of the database `stipend`. */
  url: string;
  port: number;
  /** Process id of the postmaster. */
  pid: number;
  /** Settles when the server has ended, asked to or not. */
  ended: Promise<void>;
  /** Disconnects clients, writes everything down and ends the server. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL from npm's binaries on `dataDir`, creating the cluster on the first run.
 * A server that a killed process left on the same folder is stopped first.
 * It listens on 127.0.0.1 only, and as root runs as the user `postgres` or `nobody`.
 * @throws Error when the port is taken, or when a living process uses the folder
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { port: wantedPort = 0, fsync = true, log = () => {} } = options;
  const path = resolve(options.dataDir);
  const user = chooseServiceUser(path);
  const binaries = findPostgresBinaries(user);
  await stopLeftOverPostgres(path);
  if (!existsSync(path)) log("creating the database cluster");
  const { dataDir, password } = openPostgresCluster({ dataDir: path, user, binaries, sync: fsync });
  const giveUpAt = Date.now() + RETRY_MS;
  for (;;) {
    const port = await choosePort(wantedPort, "Postgres");
    const attempt = await launch({ program: binaries.postgres, dataDir, port, fsync, user, path });
    if (attempt.state === "ready") {
      recordPostgresOwner(path);
      return await openDatabase(attempt.child, port, password);
    }
    if (!RETRYABLE.test(attempt.output) || Date.now() > giveUpAt) {
      throw new Error(`Postgres did not start:\n${attempt.output}`);
    }
    await sleep(200);
  }
}

async function openDatabase(
  child: ChildProcess,
  port: number,
  password: string,
): Promise<RunningPostgres> {
  const stop = () => stopChild(child, "SIGINT", "SIGQUIT", FAST_STOP_MS);
  const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${DATABASE}`;
  try {
    await createDatabase(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, port, pid: child.pid ?? 0, ended: childEnd(child), stop };
}

interface Launch {
  program: string;
  dataDir: string;
  /** As the caller named it: its log stands beside it. */
  path: string;
  port: number;
  fsync: boolean;
  user: ServiceUser | undefined;
}

type Attempt = { state: "ready"; child: ChildProcess } | { state: "failed"; output: string };

async function launch({ program, dataDir, path, port, fsync, user }: Launch): Promise<Attempt> {
  const logFile = `${path}.log`;
  const tooLong = (statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES;
  const output = openSync(logFile, tooLong ? "w" : "a", 0o600);
  const logStart = statSync(logFile).size;
  // A process group of its own: Ctrl-C reaches this process first, which stops things in order.
  const child = spawn(program, ["-D", dataDir, ...settings(port, fsync)], {
    ...user,
    cwd: "/",
    detached: true,
    env: serverEnv(),
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  stopOnExit(child, "SIGINT");
  let spawnError = "";
  child.once("error", (error) => {
    spawnError = error.message;
  });
  if (await isReady(dataDir, child)) return { state: "ready", child };
  if (child.pid) await stopChild(child, "SIGQUIT", "SIGKILL", RETRY_MS);
  const printed = readFileSync(logFile).subarray(logStart).toString();
  return { state: "failed", output: spawnError || printed };
}

function settings(port: number, fsync: boolean): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    max_connections: 200,
    timezone: "UTC",
    log_timezone: "UTC",
    ...(fsync ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function isReady(dataDir: string, child: ChildProcess): Promise<boolean> {
  const giveUpAt = Date.now() + START_MS;
  while (isRunning(child) && Date.now() < giveUpAt) {
    const lines = readPostmasterFile(dataDir);
    if (Number(lines[0]) === child.pid && lines[7] === "ready") return true;
    await sleep(25);
  }
  return false;
}

async function createDatabase(url: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = "/postgres";
  const client = postgres(maintenance.href, { max: 1, onnotice: () => {} });
  try {
    const found = await client`select from pg_database where datname = ${DATABASE}`;
    if (found.length === 0) await client`create database ${client(DATABASE)}`;
  } finally {
    await client.end();
  }
}
