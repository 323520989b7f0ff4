import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { UsageError } from "@/scripts/run/run-with-options";

/** How far a listener is. */
export interface Progress {
  /** Every event up to it was forwarded, or not asked for; null before the first connection. */
  readonly position: number | null;
  /** The replays that were forwarded, or had begun before the first start. */
  readonly replays: { readonly since: string; readonly seen: readonly string[] } | null;
}

/** What a listener keeps between its runs. */
export interface ListenerState {
  readonly file: string;
  progress: Progress;
  /** Stored whole, or not at all. */
  save(changed: Partial<Progress>): void;
  release(): void;
}

/** Whose state it is. */
export interface Listener {
  readonly baseUrl: URL;
  readonly key: string;
  /** Where it forwards to; undefined when it only prints. */
  readonly target: URL | undefined;
}

/** The folder, where none is named. */
export const stateFolder = (env = process.env): string =>
  env.STIPEND_STATE_DIR ||
  join(env.XDG_STATE_HOME || join(homedir(), ".local", "state"), "stipend");

const nameOf = (...parts: readonly string[]) =>
  createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 20);

const PREFIX = "whsec_";

export const newSecret = (): string => PREFIX + randomBytes(24).toString("base64");

/** @throws UsageError what is no signing secret */
export function checkSecret(secret: string): string {
  const isSecret = secret.startsWith(PREFIX) && /^[A-Za-z0-9+/]{16,}={0,2}$/.test(secret.slice(6));
  if (isSecret) return secret;
  throw new UsageError("--secret is whsec_ and at least 12 bytes in base64");
}

/**
 * The signing secret of a key on this machine: made at its first use, and the same ever after.
 */
export function keptSecret(folder: string, { baseUrl, key }: Omit<Listener, "target">): string {
  const file = join(folder, `${nameOf(baseUrl.origin, key)}.secret`);
  if (!existsSync(file)) writeWhole(folder, file, newSecret());
  return readFileSync(file, "utf8").trim();
}

/**
 * Opens the state of a listener, which it has alone until it is released.
 * @throws Error when another process has it, or it cannot be read
 */
export function openState(folder: string, { baseUrl, key, target }: Listener): ListenerState {
  const file = join(folder, `${nameOf(baseUrl.origin, key, target?.href ?? "")}.json`);
  const lock = `${file}.pid`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  claim(lock);
  const state: ListenerState = {
    file,
    progress: readProgress(file),
    save: (changed) => {
      state.progress = { ...state.progress, ...changed };
      writeWhole(folder, file, JSON.stringify(state.progress));
    },
    release: () => rmSync(lock, { force: true }),
  };
  return state;
}

function readProgress(file: string): Progress {
  if (!existsSync(file)) return { position: null, replays: null };
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Progress;
  } catch {
    throw new Error(`${file} cannot be read: delete it, and begin with --from POSITION`);
  }
}

function writeWhole(folder: string, file: string, content: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${content}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Two listeners that save one position would each skip what only the other has forwarded. */
function claim(lock: string): void {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const pid = Number(readFileSync(lock, "utf8"));
    if (isAlive(pid)) {
      throw new Error(
        `Process ${pid} forwards to the same address already. If it is no listener, delete ${lock}`,
      );
    }
    rmSync(lock, { force: true });
    claim(lock);
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
