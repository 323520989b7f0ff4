import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A process of our own that a test may kill. */
export interface ScriptProcess {
  pid: number;
  /** The next line that the script prints; rejects when it ends before. */
  nextLine(): Promise<string>;
  /** Sends `signal` and resolves when the process has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
}

const root = fileURLToPath(new URL("../", import.meta.url));

/**
 * Runs `code` (an ES module in TypeScript, imports relative to the project root) in a process of its own.
 * @param env besides this process' own
 */
export function startScript(
  code: string,
  env: Readonly<Record<string, string>> = {},
): ScriptProcess {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", code],
    { cwd: root, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaint += chunk;
  });
  return {
    pid: child.pid ?? 0,
    nextLine: async () => {
      const { done, value } = await lines.next();
      if (done) throw new Error(`The script ended: ${complaint}`);
      return value;
    },
    end: (signal) => end(child, signal),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await ended;
}
