import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { projectRoot } from "@/scripts/build/contracts/sources";

const folder = join(projectRoot, "sdk");

/**
 * Builds the client as it is published: a module for each entry and, beside it, its types.
 * @param into the folder that becomes the package's `dist`
 * @throws Error with the compiler's words
 */
export async function buildSdk(into: string): Promise<void> {
  mkdirSync(into, { recursive: true });
  await bundleSdk(into);
  writeTypes(into);
}

/** One module for each entry, for Node and browsers: what it needs of packages is in it. */
export async function bundleSdk(into: string): Promise<void> {
  const source = join(folder, "src");
  await build({
    entryPoints: [join(source, "index.ts"), join(source, "payer", "index.ts")],
    outbase: source,
    outdir: into,
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    // viem names it beside the hash that is taken of it; nothing of it stays.
    external: ["isows"],
    minifySyntax: true,
    minifyWhitespace: true,
  });
}

function writeTypes(into: string): void {
  const tsc = join(projectRoot, "node_modules", "typescript", "bin", "tsc");
  const options = ["--project", join(folder, "tsconfig.json"), "--outDir", into];
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...options], { encoding: "utf8" });
  if (status !== 0) throw new Error(stdout);
  // Node's own resolution wants the file's whole name.
  const files = readdirSync(into, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => name.endsWith(".d.ts"))) {
    const text = readFileSync(join(into, file), "utf8");
    writeFileSync(join(into, file), text.replaceAll(/ from "(\.\/[^"]+)"/g, ' from "$1.js"'));
  }
}
