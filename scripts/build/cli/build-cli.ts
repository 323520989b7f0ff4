import { chmodSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { projectRoot } from "@/scripts/build/contracts/sources";

/**
 * Writes the command line, with everything that it is made of, into one executable file for Node 20 or newer.
 * @throws Error with the compiler's words
 */
export async function buildCli(outfile: string): Promise<void> {
  await build({
    entryPoints: [join(projectRoot, "cli", "src", "main.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    banner: { js: "#!/usr/bin/env node" },
    tsconfig: join(projectRoot, "tsconfig.json"),
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    logLevel: "warning",
  });
  chmodSync(outfile, 0o755);
}
