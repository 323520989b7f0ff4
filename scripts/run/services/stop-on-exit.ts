import type { ChildProcess } from "node:child_process";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const running = new Map<ChildProcess, NodeJS.Signals>();
let watching = false;

/**
 * Sends `signal` to `child` when this process ends without having stopped it: on `process.exit`, on
 * an uncaught error, and on a terminal's signal that nobody else handles.
 * Only a kill -9 of this process leaves the child behind.
 */
export function stopOnExit(child: ChildProcess, signal: NodeJS.Signals): void {
  running.set(child, signal);
  child.once("exit", () => running.delete(child));
  if (watching) return;
  watching = true;
  process.once("exit", stopAll);
  for (const name of SIGNALS) {
    const endIfUnhandled = () => {
      if (process.listenerCount(name) > 1) return;
      stopAll();
      process.off(name, endIfUnhandled);
      process.kill(process.pid, name);
    };
    process.on(name, endIfUnhandled);
  }
}

function stopAll(): void {
  for (const [child, signal] of running) child.kill(signal);
}

export function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** Settles when `child` has ended. */
export async function childEnd(child: ChildProcess): Promise<void> {
  if (isRunning(child)) await new Promise((resolve) => child.once("exit", resolve));
}

/** Asks `child` to stop with `signal`, and once `timeoutMs` have passed with `lastSignal`. Resolves when it has ended. */
export async function stopChild(
  child: ChildProcess,
  signal: NodeJS.Signals,
  lastSignal: NodeJS.Signals,
  timeoutMs: number,
): Promise<void> {
  const ended = childEnd(child);
  child.kill(signal);
  const insist = setTimeout(() => child.kill(lastSignal), timeoutMs);
  await ended;
  clearTimeout(insist);
}
