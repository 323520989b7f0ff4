import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { posix, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = resolve(fileURLToPath(new URL(".", import.meta.url)), "../..");

const IMPORT_PATTERN = /^\s*import\s[^"']*["']([^"']+)["']/gm;

/** Compiler settings of what is deployed; foundry.toml names the same ones for the tests. */
export const compilerSettings = {
  evmVersion: "cancun",
  optimizer: { enabled: true, runs: 1_000_000 },
  viaIR: false,
  metadata: { bytecodeHash: "none" },
};

export interface Sources {
  /** Content by source unit name, sorted, imported packages included. */
  files: ReadonlyMap<string, string>;
  /** SHA-256 over compiler version, settings and every file: equal hash, equal output. */
  hash: string;
}

/** Reads every contract under contracts/src and what it imports, without compiling. */
export function readSources(): Sources {
  const found = new Map<string, string>();
  const queue = readdirSync(resolve(projectRoot, "contracts/src"), { recursive: true })
    .map((entry) => posix.join("contracts/src", String(entry).replaceAll("\\", "/")))
    .filter((name) => name.endsWith(".sol"));
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name)) continue;
    const content = readSource(name);
    found.set(name, content);
    for (const [, target] of content.matchAll(IMPORT_PATTERN)) {
      if (target === undefined) continue;
      queue.push(target.startsWith(".") ? posix.join(posix.dirname(name), target) : target);
    }
  }
  const files = new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
  const hash = sha256(JSON.stringify([compilerVersion(), compilerSettings, [...files]]));
  return { files, hash };
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
