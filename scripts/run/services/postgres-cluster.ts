import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { PostgresBinaries } from "./postgres-binaries";
import { canEnter, type ServiceUser } from "./service-user";

/** The database superuser of an embedded cluster. */
export const SUPERUSER = "stipend";

/** Where data goes when root's own folders are closed to the user that Postgres runs as. */
export const OPEN_FOLDER = "/var/lib/stipend";

/** No secret of this process goes on to the server; messages stay in English. */
export function serverEnv(): NodeJS.ProcessEnv {
  const { NODE_ENV, PATH } = process.env;
  return { NODE_ENV, PATH, LC_ALL: "C" };
}

/** A cluster's files and the password of its superuser. */
export interface PostgresCluster {
  dataDir: string;
  password: string;
}

/**
 * Opens the cluster at `dataDir`, or creates it: scram-sha-256, UTF8, locale C.
 * The password is generated once and kept beside the folder in `<dataDir>.password`, mode 0600.
 * Where `user` cannot reach that folder, the files go to /var/lib/stipend and `dataDir` becomes a link to them.
 * @throws Error when the files that a link names, or the password, are gone
 */
export function openPostgresCluster(options: {
  dataDir: string;
  user: ServiceUser | undefined;
  binaries: PostgresBinaries;
  sync: boolean;
}): PostgresCluster {
  const { dataDir } = options;
  const passwordFile = `${dataDir}.password`;
  const entry = lstatSync(dataDir, { throwIfNoEntry: false });
  if (entry?.isSymbolicLink() && !existsSync(dataDir)) {
    throw new Error(`${dataDir} links to database files that are gone: remove it to start over`);
  }
  if (!existsSync(join(dataDir, "PG_VERSION"))) createCluster(options, passwordFile);
  if (!existsSync(passwordFile)) {
    throw new Error(`The password of the database in ${dataDir} is gone (${passwordFile})`);
  }
  return { dataDir: realpathSync(dataDir), password: readFileSync(passwordFile, "utf8").trim() };
}

type NewCluster = Parameters<typeof openPostgresCluster>[0];

/** Made beside its place and then renamed: a killed initdb leaves nothing that looks like a cluster. */
function createCluster({ dataDir, user, binaries, sync }: NewCluster, passwordFile: string): void {
  mkdirSync(dirname(dataDir), { recursive: true });
  const isReachable = canEnter(user, dirname(dataDir));
  const place = isReachable ? dataDir : join(makeOpenFolder(), "data");
  const draft = `${place}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  if (user) chownSync(draft, user.uid, user.gid);
  const password = randomBytes(24).toString("base64url");
  initialise({ binaries, folder: draft, password, user, sync });
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  renameSync(draft, place);
  if (!isReachable) symlinkSync(place, dataDir);
}

function makeOpenFolder(): string {
  mkdirSync(OPEN_FOLDER, { recursive: true });
  chmodSync(OPEN_FOLDER, 0o755);
  const folder = mkdtempSync(join(OPEN_FOLDER, "postgres-"));
  chmodSync(folder, 0o755);
  return folder;
}

function initialise(cluster: {
  binaries: PostgresBinaries;
  folder: string;
  password: string;
  user: ServiceUser | undefined;
  sync: boolean;
}): void {
  const { binaries, folder, password, user, sync } = cluster;
  const secretFolder = makePasswordFolder(user);
  const secret = join(secretFolder, "password");
  try {
    writeFileSync(secret, password, { mode: 0o600 });
    if (user) chownSync(secret, user.uid, user.gid);
    const options = ["--auth=scram-sha-256", "-E", "UTF8", "--locale=C", sync ? [] : "--no-sync"];
    const run = spawnSync(
      binaries.initdb,
      ["-D", folder, "-U", SUPERUSER, `--pwfile=${secret}`, ...options.flat()],
      { ...user, cwd: "/", env: serverEnv(), encoding: "utf8" },
    );
    if (run.status !== 0) {
      throw new Error(`initdb failed: ${run.error?.message ?? `${run.stdout}${run.stderr}`}`);
    }
  } finally {
    rmSync(secretFolder, { recursive: true });
  }
}

function makePasswordFolder(user: ServiceUser | undefined): string {
  const parent = [tmpdir(), "/tmp", "/var/tmp"].find((path) => canEnter(user, path)) ?? tmpdir();
  const folder = mkdtempSync(join(parent, "stipend-initdb-"));
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}
