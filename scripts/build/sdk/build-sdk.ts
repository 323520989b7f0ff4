import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { projectRoot } from "@/scripts/build/contracts/sources";

const folder = join(projectRoot, "sdk");

/**
 * Builds the client as it is published: its module and, beside it, its types.
 * @param into the folder that becomes the package's `dist`
 * @throws Error with the compiler's words
 */
export async function buildSdk(into: string): Promise<void> {
  mkdirSync(into, { recursive: true });
  await bundleSdk(into);
  writeTypes(into);
}

/** One module for Node and browsers. */
export async function bundleSdk(into: string): Promise<void> {
  await build({
    entryPoints: [join(folder, "src", "index.ts")],
    outfile: join(into, "index.js"),
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
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
  for (const file of readdirSync(into).filter((name) => name.endsWith(".d.ts"))) {
    const text = readFileSync(join(into, file), "utf8");
    writeFileSync(join(into, file), text.replaceAll(/ from "(\.\/[^"]+)"/g, ' from "$1.js"'));
  }
}
