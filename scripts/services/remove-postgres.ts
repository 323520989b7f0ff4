import { existsSync, realpathSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { stopLeftOverPostgres } from "./left-over-postgres";
import { OPEN_FOLDER } from "./postgres-cluster";

/**
 * Deletes the embedded cluster at `dataDir` with its password and log, wherever its files are.
 * A server that a killed process left on it is stopped first.
 * @throws Error when a living process uses it
 */
export async function removePostgres(dataDir: string): Promise<void> {
  const path = resolve(dataDir);
  await stopLeftOverPostgres(path);
  if (existsSync(path)) {
    const files = realpathSync(path);
    rmSync(files, { recursive: true });
    if (files.startsWith(`${OPEN_FOLDER}/`)) rmSync(dirname(files), { recursive: true });
  }
  for (const suffix of ["", ".new", ".password", ".owner", ".log"]) {
    rmSync(`${path}${suffix}`, { recursive: true, force: true });
  }
}
