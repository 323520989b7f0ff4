import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

/** A test that does not end by its own limits is ended with its session. */
const LONGEST_MS = 600_000;

export interface SessionRequest {
  readonly test: string;
  readonly match?: string | undefined;
  /** What is another text than at the run before, by its path in the project. */
  readonly changed: readonly string[];
}

export interface SessionAnswer {
  readonly failed: number;
  readonly passed: number;
  readonly causes: readonly string[];
}

/** Runs test files of a copy of the project in one process, which keeps its Postgres and what it has compiled. */
export interface TestSession {
  run(request: SessionRequest): Promise<SessionAnswer>;
  /** Ends the process; the next run starts another one. */
  stop(): Promise<void>;
}

export function startTestSession(folder: string): TestSession {
  let child: ChildProcess | undefined;
  const stop = async () => {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once("exit", resolve));
    ending.disconnect();
    const limit = setTimeout(() => ending.kill("SIGKILL"), 30_000);
    await ended;
    clearTimeout(limit);
  };
  const run = async (request: SessionRequest) => {
    child ??= forkSession(folder);
    const answer = await ask(child, request);
    if (answer) return answer;
    child.kill("SIGKILL");
    child = undefined;
    return { failed: 0, passed: 0, causes: ["the tests did not end"] };
  };
  return { run, stop };
}

function forkSession(folder: string): ChildProcess {
  return fork(join(folder, "scripts/prove/mutants/test-session.ts"), {
    cwd: folder,
    execArgv: ["--import", "tsx"],
    env: { ...process.env, NO_COLOR: "1" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

/** @returns null when the process ends, or does not answer in time */
function ask(child: ChildProcess, request: SessionRequest): Promise<SessionAnswer | null> {
  return new Promise((resolve) => {
    const finish = (answer: SessionAnswer | null) => {
      clearTimeout(limit);
      child.off("message", finish);
      child.off("exit", end);
      resolve(answer);
    };
    const end = () => finish(null);
    const limit = setTimeout(end, LONGEST_MS);
    child.once("message", finish);
    child.once("exit", end);
    child.send(request);
  });
}
