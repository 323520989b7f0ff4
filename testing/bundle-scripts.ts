import { randomUUID } from "node:crypto";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { inject } from "vitest";
import { projectRoot } from "@/scripts/build/contracts/sources";

/** In a bundle every file still lies where it lies. */
const whereFilesLie: Plugin = {
  name: "where-files-lie",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const url = JSON.stringify(pathToFileURL(path).href);
      const contents = readFileSync(path, "utf8").replaceAll("import.meta.url", url);
      return { contents, loader: "ts" };
    });
  },
};

/**
 * Bundles scripts, which then start in a fraction of the time that reading their TypeScript takes. Packages stay
 * where they are.
 * @param folder that is removed after the tests: the run's by default
 * @returns the program of each, by the script's path
 */
export async function bundleScripts(
  scripts: readonly string[],
  folder: string = inject("runFolder"),
): Promise<Map<string, string>> {
  const outdir = join(folder, `scripts-${randomUUID()}`);
  const names = scripts.map((_, index) => `script-${index}`);
  await build({
    entryPoints: scripts.map((path, index) => ({
      in: join(projectRoot, path),
      out: names[index] ?? "",
    })),
    outdir,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    tsconfig: join(projectRoot, "tsconfig.json"),
    plugins: [whereFilesLie],
    outExtension: { ".js": ".mjs" },
    logLevel: "warning",
  });
  symlinkSync(join(projectRoot, "node_modules"), join(outdir, "node_modules"), "junction");
  return new Map(scripts.map((path, index) => [path, join(outdir, `${names[index]}.mjs`)]));
}
