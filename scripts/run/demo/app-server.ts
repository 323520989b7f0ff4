import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { isLeftOver, readIfThere, stopLeftOver } from "@/scripts/run/services/left-over";
import { childEnd, isRunning, stopChild, stopOnExit } from "@/scripts/run/services/stop-on-exit";
import type { Note } from "./progress";

const MAX_LOG_BYTES = 10_000_000;
const SHOWN_LOG_BYTES = 4_000;
const READY_MS = 90_000;
/** What is still degraded by then is something that people should see. */
const DEGRADED_MS = 15_000;
const POLL_MS = 50;
/** The server ends the requests under way before it leaves. */
const STOP_MS = 20_000;

export const serverLog = (dataDir: string): string => join(dataDir, "server.log");
const recordFile = (dataDir: string): string => join(dataDir, "server.json");

/** A running app server. */
export interface AppServer {
  pid: number;
  /** Settles when the process has ended, asked to or not. */
  ended: Promise<void>;
  /**
   * Resolves when `/ready` says that every part is well, or after 15 s when the app serves although
   * one is not.
   * @throws Error with the server's last words when it ends or is not ready in 90 s
   */
  ready(baseUrl: string, note: Note, signal?: AbortSignal): Promise<void>;
  /** Asks it to finish what it is doing and waits until it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts the app in a process of its own; what it prints goes to `server.log`.
 * @param command Arguments of Node
 */
export function startAppServer(
  dataDir: string,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): AppServer {
  const path = serverLog(dataDir);
  const tooLong = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES;
  const output = openSync(path, tooLong ? "w" : "a", 0o600);
  const logStart = statSync(path).size;
  // A process group of its own: Ctrl-C reaches the demo first, which stops things in order.
  const child = spawn(process.execPath, [...command], {
    cwd: projectRoot,
    detached: true,
    env: { ...process.env, ...env },
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  stopOnExit(child, "SIGTERM");
  recordServer(dataDir, child.pid ?? 0);
  const lastWords = () => readFileSync(path).subarray(logStart).toString().slice(-SHOWN_LOG_BYTES);
  return {
    pid: child.pid ?? 0,
    ended: childEnd(child),
    ready: (baseUrl, note, signal) => waitUntilReady(child, { baseUrl, note, signal, lastWords }),
    stop: async () => {
      await stopChild(child, "SIGTERM", "SIGKILL", STOP_MS);
      rmSync(recordFile(dataDir), { force: true });
    },
  };
}

/**
 * Stops the server that still runs on `dataDir` after the demo that started it was killed.
 * @throws Error when that demo is alive
 */
export async function stopLeftOverServer(dataDir: string): Promise<void> {
  const text = readIfThere(recordFile(dataDir));
  if (!text) return;
  const record = JSON.parse(text) as { pid: number; ownerPid: number };
  const server = { name: "The app", folder: projectRoot, ...record };
  if (isLeftOver(server)) await stopLeftOver(server, ["SIGTERM", "SIGKILL"]);
  rmSync(recordFile(dataDir), { force: true });
}

function recordServer(dataDir: string, pid: number): void {
  const draft = `${recordFile(dataDir)}.new`;
  writeFileSync(draft, JSON.stringify({ pid, ownerPid: process.pid }));
  renameSync(draft, recordFile(dataDir));
}

interface Waiting {
  baseUrl: string;
  note: Note;
  signal: AbortSignal | undefined;
  lastWords: () => string;
}

async function waitUntilReady(
  child: ChildProcess,
  { baseUrl, note, signal, lastWords }: Waiting,
): Promise<void> {
  const startedAt = performance.now();
  const passed = () => performance.now() - startedAt;
  for (let answer = ""; passed() < READY_MS; await sleep(POLL_MS)) {
    signal?.throwIfAborted();
    if (!isRunning(child)) throw new Error(`The app ended:\n${lastWords()}`);
    const state = await readReadiness(baseUrl);
    if (state?.status === "ok") return;
    if (state) answer = `degraded: ${state.troubles.join(", ")}`;
    if (answer && passed() > DEGRADED_MS) return note(answer);
  }
  throw new Error(`The app is not ready after ${READY_MS / 1_000} s:\n${lastWords()}`);
}

interface Readiness {
  status: string;
  checks: Record<string, { status: string; detail: string | null }>;
}

async function readReadiness(baseUrl: string) {
  try {
    const response = await fetch(`${baseUrl}/ready`, { signal: AbortSignal.timeout(5_000) });
    if (!response.ok) return undefined;
    const { status, checks } = (await response.json()) as Readiness;
    const troubles = Object.entries(checks)
      .filter(([, check]) => check.status !== "ok")
      .map(([name, check]) => `${name} (${check.detail ?? check.status})`);
    return { status, troubles };
  } catch {
    return undefined;
  }
}
