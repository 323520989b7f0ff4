import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { build } from "esbuild";
import { projectRoot } from "@/scripts/contracts/sources";

/** What the server answers itself; every other path is Next's. */
const served = /^\/(v1|store|health|ready|openapi\.json|api\/inngest)(\/|$)/;

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

const dist = join(projectRoot, "dist");
mkdirSync(dist, { recursive: true });
const files = apiRoutes();
const entry = [
  `import { startServer } from "../server";`,
  ...files.map(({ file }, index) => {
    const from = relative(dist, file).split(sep).join("/").replace(/\.ts$/, "");
    return `import * as route${index} from ${JSON.stringify(from)};`;
  }),
  "startServer([",
  ...files.map(
    ({ path }, index) => `  { path: ${JSON.stringify(path)}, handlers: route${index} },`,
  ),
  "]).catch((error) => {",
  "  console.error(error instanceof Error ? error.message : error);",
  "  process.exit(1);",
  "});",
];
const entryFile = join(dist, "server-entry.ts");
writeFileSync(entryFile, `${entry.join("\n")}\n`);

await build({
  entryPoints: [entryFile],
  outfile: join(dist, "server.js"),
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  tsconfig: join(projectRoot, "tsconfig.json"),
  sourcemap: true,
  logLevel: "warning",
});
console.log(`dist/server.js answers ${files.length} API paths`);
