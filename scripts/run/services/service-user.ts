import { accessSync, constants, readFileSync, type Stats, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** A system account that a server runs as. */
export interface ServiceUser {
  uid: number;
  gid: number;
}

const CANDIDATES = ["postgres", "nobody"];

/**
 * The account that Postgres drops to, because it refuses to run as root: the owner of its data
 * folder when there is one, else `postgres`, else `nobody`.
 * Not root, or no such accounts on this system (Windows): undefined, and nothing is dropped.
 */
export function chooseServiceUser(dataDir: string): ServiceUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = readAccounts();
  for (const name of CANDIDATES) {
    const account = accounts.get(name);
    if (account) return account;
  }
  throw new Error(
    "Postgres does not run as root, and this system has neither a postgres nor a nobody user: run as another user",
  );
}

function readAccounts(): Map<string, ServiceUser> {
  const accounts = new Map<string, ServiceUser>();
  for (const line of readFileSync("/etc/passwd", "utf8").split("\n")) {
    const [name, , uid, gid] = line.split(":");
    if (name && uid && gid) accounts.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  return accounts;
}

/** Whether `user` (undefined: this process) may read `path`, going by every folder on the way. */
export function canReach(user: ServiceUser | undefined, path: string): boolean {
  if (!user) return isReadable(path);
  const target = statSync(path, { throwIfNoEntry: false });
  if (!target || !grants(target, user, target.isDirectory() ? 5 : 4)) return false;
  return canEnter(user, dirname(resolve(path)));
}

/** Whether `user` (undefined: this process) may enter `folder` and each folder above it. */
export function canEnter(user: ServiceUser | undefined, folder: string): boolean {
  if (!user) return isReadable(folder);
  const path = resolve(folder);
  if (!grants(statSync(path), user, 1)) return false;
  return path === dirname(path) || canEnter(user, dirname(path));
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** `bits`: 4 read, 1 execute or enter, 5 both. */
function grants(file: Stats, user: ServiceUser, bits: number): boolean {
  const shift = file.uid === user.uid ? 6 : file.gid === user.gid ? 3 : 0;
  return ((file.mode >> shift) & bits) === bits;
}
