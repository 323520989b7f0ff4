import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { build } from "esbuild";
import { projectRoot } from "./contracts/sources";

/** What the server answers itself; every other path is Next's. */
const served =
  /^\/(v1|store|health|ready|metrics|openapi\.json|api\/inngest|api\/mail|api\/dev|api\/refused|api\/identity|\.well-known)(\/|$)/;

/** The route files below `app`, by the URL path that the App Router gives them. */
function apiRoutes(): { file: string; path: string }[] {
  const app = join(projectRoot, "app");
  return readdirSync(app, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(`route.ts`))
    .map((file) => {
      const segments = file.split(sep).slice(0, -1);
      const path = `/${segments.filter((segment) => !segment.startsWith("(")).join("/")}`;
      return { file: join(app, file), path };
    })
    .filter(({ path }) => served.test(path))
    .sort((left, right) => left.path.localeCompare(right.path));
}

/** An `import` of a file below the project's root. */
const importOf = (what: string, file: string) =>
  `import ${what} from ${JSON.stringify(`./${relative(projectRoot, file).split(sep).join("/").replace(/\.ts$/, "")}`)};`;

const forNode = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  tsconfig: join(projectRoot, "tsconfig.json"),
  sourcemap: true,
  logLevel: "warning",
} as const;

/**
 * Writes the server, with all route files of the API, into one file. It must lie below the project's root,
 * where the packages are found.
 * @param pagesFile a module that exports `openPages`, in place of Next
 * @returns how many API paths it answers
 */
export async function buildServerBundle(outfile: string, pagesFile?: string): Promise<number> {
  const files = apiRoutes();
  const entry = [
    `import { startServer } from "./server";`,
    ...(pagesFile ? [importOf("{ openPages }", pagesFile)] : []),
    ...files.map(({ file }, index) => importOf(`* as route${index}`, file)),
    "startServer([",
    ...files.map(
      ({ path }, index) => `  { path: ${JSON.stringify(path)}, handlers: route${index} },`,
    ),
    `]${pagesFile ? ", openPages" : ""}).catch((error) => {`,
    "  console.error(error instanceof Error ? error.message : error);",
    "  process.exit(1);",
    "});",
  ];
  await build({
    stdin: {
      contents: entry.join("\n"),
      resolveDir: projectRoot,
      sourcefile: "server-entry.ts",
      loader: "ts",
    },
    outfile,
    ...forNode,
    // Node finds the file of a package without `exports` by its whole name only.
    alias: { "next/headers": "next/headers.js" },
  });
  return files.length;
}

/** Writes the program of a thread into one file, which must lie below the project's root as well. */
export async function buildThread(entry: string, outfile: string): Promise<void> {
  await build({ entryPoints: [join(projectRoot, entry)], outfile, ...forNode });
}
