import { chmodSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isLeftOver, readIfThere, stopLeftOver } from "@/scripts/run/services/left-over";
import { removePostgres } from "@/scripts/run/services/remove-postgres";

const PREFIX = "stipend-test-";

/** How the folder of each test chain begins, and the file in it that names the process. */
export const ANVIL_FOLDER = "anvil-";
export const ANVIL_PID_FILE = "pid";

/** Makes this run's own temporary folder and returns its path; the user that Postgres runs as may enter it. */
export function createRunFolder(): string {
  const folder = join(tmpdir(), `${PREFIX}${process.pid}`);
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  return folder;
}

/** Removes what runs that were killed have left behind, with the servers that still stand on it. */
export async function removeDeadRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(name.slice(PREFIX.length));
    if (name.startsWith(PREFIX) && pid > 0 && !isAlive(pid))
      await removeRunFolder(join(tmpdir(), name));
  }
}

/** Ends what still stands on a run's folder, then deletes it. */
export async function removeRunFolder(folder: string): Promise<void> {
  const chains = entriesOf(folder).filter((entry) => entry.startsWith(ANVIL_FOLDER));
  for (const name of chains) {
    await stopAnvil(join(folder, name));
  }
  await removePostgres(postgresFolder(folder));
  rmSync(folder, { recursive: true, force: true });
}

/** Nothing when another run has removed the folder meanwhile. */
function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

export const postgresFolder = (runFolder: string): string => join(runFolder, "postgres");

/** A worker that was killed could not stop its chain. */
async function stopAnvil(folder: string): Promise<void> {
  const pid = Number(readIfThere(join(folder, ANVIL_PID_FILE)));
  const server = { name: "A test chain", folder, pid, ownerPid: 0 };
  if (isLeftOver(server)) await stopLeftOver(server, ["SIGKILL"]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
