import { join } from "node:path";
import { build } from "esbuild";

/**
 * Bundles the worker with everything it needs into one file, which starts in a fraction of a second.
 * @param root the sources to take: the project, or a copy of it that was changed
 */
export async function bundleWorker(root: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [join(root, "chaos/worker.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    alias: { "@": root },
    nodePaths: [join(root, "node_modules")],
    logLevel: "error",
  });
}
