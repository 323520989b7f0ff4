import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = "stipend-chaos-";

/** A temporary folder of this run's own; the user that Postgres runs as may enter it. */
export function createRunFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  chmodSync(folder, 0o755);
  return folder;
}

/** Deletes a run's folder, whose servers have been stopped. */
export function removeRunFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
