import type { ChildProcess } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { CRASH_MARK, FREEZE_MARK } from "@/chaos/worker/crash-points";

/** How long a worker stays suspended in a transaction: longer than the database waits for it. */
export const FREEZE_MS = 20_000;
/** One that is suspended while another one is goes on after this: somebody has to be at work. */
const SHORT_FREEZE_MS = 1_000;

export type WorkerOutput = ReturnType<typeof readOutput>;

/**
 * Writes what workers print to a file in `folder`, counts their crashes, and wakes those that have
 * suspended themselves after a while.
 */
export function readOutput(folder: string) {
  mkdirSync(folder, { recursive: true });
  const log = createWriteStream(join(folder, "workers.log"));
  const crashes = new Map<string, number>();
  const frozen = new Set<ChildProcess>();
  let freezes = 0;
  const thaw = (child: ChildProcess) => {
    freezes += 1;
    const lasts = frozen.size === 0 ? FREEZE_MS : SHORT_FREEZE_MS;
    frozen.add(child);
    const timer = setTimeout(() => {
      frozen.delete(child);
      child.kill("SIGCONT");
    }, lasts);
    child.once("exit", () => {
      frozen.delete(child);
      clearTimeout(timer);
    });
  };
  const note = (line: string, child: ChildProcess) => {
    log.write(`${line}\n`);
    if (line.startsWith(FREEZE_MARK)) thaw(child);
    if (!line.startsWith(CRASH_MARK)) return;
    const place = line.slice(CRASH_MARK.length);
    crashes.set(place, (crashes.get(place) ?? 0) + 1);
  };
  return {
    crashes,
    freezes: () => freezes,
    isFrozen: (child: ChildProcess) => frozen.has(child),
    read: async (child: ChildProcess): Promise<void> => {
      const { stdout, stderr } = child;
      const streams = [stdout, stderr].flatMap((stream) => (stream ? [stream] : []));
      await Promise.all(
        streams.map(async (stream) => {
          for await (const line of createInterface({ input: stream })) note(line, child);
        }),
      );
    },
    close: () => new Promise((resolve) => log.end(resolve)),
  };
}
