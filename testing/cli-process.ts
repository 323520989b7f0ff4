import { type ChildProcess, spawn } from "node:child_process";
import { stopOnExit } from "@/scripts/run/services/stop-on-exit";

/** The command line in a process of its own. */
export interface CliProcess {
  readonly pid: number;
  /** What it has printed so far. */
  output(): string;
  send(signal: NodeJS.Signals): void;
  /** Resolves with the exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** Runs the built command line with nothing of this process' environment. */
export function startCli(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): CliProcess {
  const child: ChildProcess = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env.PATH, TZ: "UTC", NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  stopOnExit(child, "SIGKILL");
  let output = "";
  const keep = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return {
    pid: child.pid ?? 0,
    output: () => output,
    send: (signal) => void child.kill(signal),
    ended: new Promise((resolve) => {
      child.once("close", (code) => resolve(code));
    }),
  };
}
