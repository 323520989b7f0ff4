import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { posix, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = resolve(fileURLToPath(new URL(".", import.meta.url)), "../../..");

const IMPORT_PATTERN = /^\s*import\s[^"']*["']([^"']+)["']/gm;

/** What a unit of the contracts is compiled with. */
export interface CompilerSettings {
  evmVersion: string;
  optimizer: { enabled: boolean; runs: number };
  viaIR: boolean;
  metadata: { bytecodeHash: "none" };
}

const settings: CompilerSettings = {
  evmVersion: "cancun",
  optimizer: { enabled: true, runs: 1_000_000 },
  viaIR: false,
  metadata: { bytecodeHash: "none" },
};

/**
 * Contracts that are compiled together, apart from all others: what is deployed of one unit stays the same, byte
 * for byte, when another one changes. The tests deploy these bytes.
 */
const units = [
  { name: "local", folders: ["contracts/src/local", "contracts/src/interfaces"], settings },
  // Each payment asks the registry, and without viaIR a function is found in a tree of selectors, not in a row.
  { name: "registry", folders: ["contracts/src/registry"], settings },
  { name: "payments", folders: ["contracts/src/payments"], settings: { ...settings, viaIR: true } },
  { name: "refunds", folders: ["contracts/src/refunds"], settings },
  {
    name: "subscriptions",
    folders: ["contracts/src/subscriptions"],
    settings: { ...settings, viaIR: true },
  },
  { name: "charge-refunds", folders: ["contracts/src/charge-refunds"], settings },
  { name: "agents", folders: ["contracts/src/agents"], settings: { ...settings, viaIR: true } },
  { name: "wallets", folders: ["contracts/src/wallets"], settings },
] as const;

export interface CompilationUnit {
  name: (typeof units)[number]["name"];
  settings: CompilerSettings;
  /** Content by source unit name, sorted, imported files and packages included. */
  files: ReadonlyMap<string, string>;
}

export interface Sources {
  units: readonly CompilationUnit[];
  /** SHA-256 over compiler version, settings and every file: equal hash, equal output. */
  hash: string;
}

/** Reads every contract under contracts/src and what it imports, without compiling. */
export function readSources(): Sources {
  const read = units.map(({ name, folders, settings }) => {
    return { name, settings, files: readFolders(folders) };
  });
  const hashed = read.map(({ name, settings, files }) => [name, settings, [...files]]);
  return { units: read, hash: sha256(JSON.stringify([compilerVersion(), hashed])) };
}

function readFolders(folders: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const queue = folders.flatMap(listContracts);
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name)) continue;
    const content = readSource(name);
    found.set(name, content);
    for (const [, target] of content.matchAll(IMPORT_PATTERN)) {
      if (target === undefined) continue;
      queue.push(target.startsWith(".") ? posix.join(posix.dirname(name), target) : target);
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function listContracts(folder: string): string[] {
  return readdirSync(resolve(projectRoot, folder), { recursive: true })
    .map((entry) => posix.join(folder, String(entry).replaceAll("\\", "/")))
    .filter((name) => name.endsWith(".sol"));
}

/** The version of the npm compiler, as its package names it. */
export function compilerVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)("solc/package.json");
  if (typeof manifest === "object" && manifest !== null && "version" in manifest) {
    return String(manifest.version);
  }
  throw new Error("solc/package.json names no version");
}

/** SHA-256 of a text, in hex. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function readSource(name: string): string {
  const folder = name.startsWith("contracts/") ? "." : "node_modules";
  return readFileSync(resolve(projectRoot, folder, name), "utf8").replaceAll("\r\n", "\n");
}
