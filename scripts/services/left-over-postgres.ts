import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE_MS = 5_000;

const ownerFile = (path: string): string => `${path}.owner`;

/** Notes that this process started the server on `path`. */
export function recordPostgresOwner(path: string): void {
  writeFileSync(ownerFile(path), String(process.pid));
}

/**
 * Stops the Postgres server that still runs on the cluster at `path` after its parent was killed.
 * @throws Error when the process that started it is alive, so that the data folder is in use
 */
export async function stopLeftOverPostgres(path: string): Promise<void> {
  if (!existsSync(path)) return;
  const dataDir = realpathSync(path);
  const pid = serverPid(dataDir);
  if (pid === undefined) return;
  const owner = readText(ownerFile(path));
  if (owner && parentOf(pid) === Number(owner)) {
    throw new Error(`The data folder ${path} is in use by process ${owner}: stop it first`);
  }
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    signalProcess(pid, signal);
    if (await hasEnded(dataDir)) return;
  }
  throw new Error(`A Postgres server from before (process ${pid}) does not stop: end it first`);
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function hasEnded(dataDir: string): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += 50) {
    if (serverPid(dataDir) === undefined) return true;
    await sleep(50);
  }
  return false;
}

/** The file outlives a killed server, and its number may by now be another program's. */
function serverPid(dataDir: string): number | undefined {
  const pid = Number(readPostmasterFile(dataDir)[0]);
  return pid > 0 && isServerOf(dataDir, pid) ? pid : undefined;
}

/** The lines of `postmaster.pid`: the process id is the first, `ready` once it accepts connections the eighth. */
export function readPostmasterFile(dataDir: string): string[] {
  const lines = readText(join(dataDir, "postmaster.pid")).split("\n");
  return lines.map((line) => line.trim());
}

/** The server removes its file at any moment: missing is empty. */
function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

function isServerOf(dataDir: string, pid: number): boolean {
  try {
    if (process.platform !== "linux") return processField(pid, "command").includes(dataDir);
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDir);
  } catch {
    return false;
  }
}

/** A process whose parent has died is handed to another one, so the recorded owner is its parent only while it lives. */
function parentOf(pid: number): number {
  if (process.platform !== "linux") return Number(processField(pid, "ppid"));
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

function processField(pid: number, field: "command" | "ppid"): string {
  return execFileSync("ps", ["-o", `${field}=`, "-p", String(pid)], { encoding: "utf8" }).trim();
}
