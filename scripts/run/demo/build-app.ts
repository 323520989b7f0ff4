import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { isLeftOver, readIfThere } from "@/scripts/run/services/left-over";
import { childEnd, stopOnExit } from "@/scripts/run/services/stop-on-exit";
import type { Note } from "./progress";

/** What the build reads, besides the files at the root. */
const FOLDERS = ["app", "components", "contracts/artifacts", "db", "inngest", "lib", "public"];
const ROOT_FILES = /\.(ts|mts|mjs|js|json|css)$/;
const IGNORED =
  /\.test\.tsx?$|^vitest\.|^playwright\.|\.tsbuildinfo$|^next-env\.d\.ts$|^biome\.json$|^knip\.json$/;
const STAMP = "dist/build.json";
const BUILDING = "dist/building.json";
const PRODUCTS = ["dist/server.js", ".next/BUILD_ID"];

/**
 * Builds the app with `npm run build` unless nothing that goes into it has changed since the last
 * build.
 * @param signal Ends a build under way
 * @throws Error with the build's last words
 */
export async function buildApp(note: Note, signal?: AbortSignal): Promise<void> {
  const hash = hashInputs();
  const path = join(projectRoot, STAMP);
  const isBuilt = PRODUCTS.every((name) => existsSync(join(projectRoot, name)));
  if (isBuilt && readIfThere(path) === hash) return note("unchanged");
  stopLeftOverBuild();
  mkdirSync(join(projectRoot, "dist"), { recursive: true });
  rmSync(path, { force: true });
  await runBuild(signal);
  writeFileSync(path, hash);
}

function hashInputs(): string {
  const hash = createHash("sha256").update(process.version);
  for (const name of inputFiles()) {
    hash.update(`\0${name}\0`).update(readFileSync(join(projectRoot, name)));
  }
  return hash.digest("hex");
}

function inputFiles(): string[] {
  const root = readdirSync(projectRoot).filter((name) => ROOT_FILES.test(name));
  const inFolders = FOLDERS.filter((folder) => existsSync(join(projectRoot, folder))).flatMap(
    (folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length + 1)),
  );
  const scripts = readdirSync(join(projectRoot, "scripts/build"))
    .filter((name) => name.startsWith("build"))
    .map((name) => `scripts/build/${name}`);
  return [...root, ...inFolders, ...scripts].filter((name) => !IGNORED.test(name)).sort();
}

async function runBuild(signal: AbortSignal | undefined): Promise<void> {
  // A process group of its own, because npm's children have to be ended with it.
  const child = spawn("npm", ["run", "build"], {
    cwd: projectRoot,
    detached: true,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  stopOnExit(child, "SIGTERM");
  const record = join(projectRoot, BUILDING);
  writeFileSync(record, JSON.stringify({ pid: child.pid, ownerPid: process.pid }));
  let output = "";
  const keep = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-8_000);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const abort = () => endGroup(child.pid);
  signal?.addEventListener("abort", abort, { once: true });
  await childEnd(child);
  signal?.removeEventListener("abort", abort);
  rmSync(record, { force: true });
  signal?.throwIfAborted();
  if (child.exitCode !== 0) throw new Error(`The build failed:\n${output.trim()}`);
}

/** A build whose parent was killed would go on, and a second one beside it would spoil both. */
function stopLeftOverBuild(): void {
  const text = readIfThere(join(projectRoot, BUILDING));
  if (!text) return;
  const { pid, ownerPid } = JSON.parse(text) as { pid: number; ownerPid: number };
  const build = { name: "The build", pid, ownerPid, folder: projectRoot };
  if (isLeftOver(build)) endGroup(pid);
}

function endGroup(pid: number | undefined): void {
  if (!pid) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
