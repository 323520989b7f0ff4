import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const FOLDERS = ["app", "components", "contracts", "db", "inngest", "lib", "operator", "scripts"];
const TEST = /\.test\.tsx?$/;
/** What starts a real part: whoever imports one of these, over however many files, is not pure. */
const REAL_PARTS = [
  "testing/template-url.ts",
  "scripts/run/services/anvil.ts",
  "scripts/run/services/postgres.ts",
];
/** Imports of our own files begin with `./` or `@/`; those of types alone are gone when the code runs. */
const IMPORT = /(?:^(?:import|export)\s+(?!type\s)[^;"]*?|\bimport\()"((?:\.|@)\/[^"]+)"/gm;
const ENDINGS = ["", ".ts", ".tsx"];

/** The test files below `root` that start neither Postgres nor a chain, told by what they import. */
export function findPureTests(root: string): string[] {
  const imported = new Map<string, string[]>();
  const importsOf = (file: string): string[] => {
    const known = imported.get(file) ?? readImports(root, file);
    imported.set(file, known);
    return known;
  };
  return testFiles(root).filter((file) => {
    const reached = new Set([file]);
    for (const each of reached) for (const next of importsOf(each)) reached.add(next);
    return !REAL_PARTS.some((part) => reached.has(part));
  });
}

function testFiles(root: string): string[] {
  return FOLDERS.filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
        (path) => `${folder}/${path}`,
      ),
    )
    .filter((path) => TEST.test(path) && !path.startsWith("contracts/lib/"))
    .sort();
}

function readImports(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(IMPORT)].flatMap(([, specifier = ""]) => {
    const path = specifier.startsWith("@/")
      ? specifier.slice(2)
      : normalize(join(dirname(file), specifier));
    const ending = ENDINGS.find(
      (each) => /\.tsx?$/.test(path + each) && existsSync(join(root, path + each)),
    );
    return ending === undefined ? [] : [path + ending];
  });
}
