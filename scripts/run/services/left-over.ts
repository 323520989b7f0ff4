import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const GIVE_UP_MS = 5_000;

/** A server that an earlier process started and recorded. */
export interface LeftOver {
  name: string;
  pid: number;
  /** The process that started it. */
  ownerPid: number;
  /** Its working folder. */
  folder: string;
}

/**
 * Whether that server still runs although its owner was killed.
 * A recorded process id may by now be another program's, so the working folder has to agree.
 * @throws Error when the owner is alive, so that the folder is in use
 */
export function isLeftOver({ name, pid, ownerPid, folder }: LeftOver): boolean {
  if (!(pid > 0 && worksIn(folder, pid))) return false;
  if (parentOf(pid) === ownerPid) {
    throw new Error(`${name} in ${folder} is in use by process ${ownerPid}: stop that first`);
  }
  return true;
}

/** Sends the signals one after the other, with 5 s between them, until the server has ended. */
export async function stopLeftOver(server: LeftOver, signals: NodeJS.Signals[]): Promise<void> {
  const { name, pid, folder } = server;
  for (const signal of signals) {
    sendSignal(pid, signal);
    for (let waitedMs = 0; waitedMs < GIVE_UP_MS; waitedMs += 50) {
      if (!worksIn(folder, pid)) return;
      await sleep(50);
    }
  }
  throw new Error(`${name} from before (process ${pid}) does not stop: end it first`);
}

/** The text of `file`, or nothing: a server removes its file at any moment. */
export function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function worksIn(folder: string, pid: number): boolean {
  try {
    if (process.platform !== "linux") return processField(pid, "command").includes(folder);
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return false;
  }
}

/** The id of a process's parent. When that dies the process is handed to another one, so it names a living owner only. */
export function parentOf(pid: number): number {
  if (process.platform !== "linux") return Number(processField(pid, "ppid"));
  const stat = readIfThere(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

function processField(pid: number, field: "command" | "ppid"): string {
  return execFileSync("ps", ["-o", `${field}=`, "-p", String(pid)], { encoding: "utf8" }).trim();
}
