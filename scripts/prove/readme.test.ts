import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { envSchema } from "@/lib/adapters/env/env";
import { portSettings } from "@/scripts/run/demo/demo-options";

/** The README and every page of the documentation, by path. */
const pages = new Map(
  ["README.md", ...readdirSync("docs", { recursive: true }).map((name) => `docs/${name}`)]
    .filter((path) => path.endsWith(".md"))
    .map((path) => [path, readFileSync(path, "utf8")]),
);
const everything = [...pages.values()].join("\n");
const manifest = JSON.parse(readFileSync("package.json", "utf8"));

function page(path: string): string {
  const text = pages.get(path);
  if (text === undefined) throw new Error(`There is no ${path}`);
  return text;
}

function section(path: string, title: string): string {
  const [, text = ""] = page(path).split(`\n## ${title}\n`);
  return text.split("\n## ")[0] ?? "";
}

/** Everything between single backticks. */
const quoted = (text: string) =>
  new Set([...text.matchAll(/`([^`\n]+)`/g)].map(([, word]) => word));

test("every setting of the app is explained, and none that it does not have", () => {
  const rows = page("docs/configuration.md")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) => [...quoted(row.split("|")[1] ?? "")]);
  expect(named.sort()).toEqual(Object.keys(envSchema.shape).sort());
});

const SOURCES =
  /^(?:app|chaos|cli|components|contracts|db|e2e|inngest|lib|scripts|sdk|testing)\/[\w./-]+$/;

test("every file and folder of the sources that is named is there", () => {
  const named = [...quoted(everything)].filter((word): word is string => SOURCES.test(word ?? ""));
  expect(named.length).toBeGreaterThan(50);
  // What the contracts' check makes is not there before it.
  const made = ["contracts/cache"];
  const isThere = (path: string) =>
    made.includes(path) || ["", ".ts", ".tsx"].some((end) => existsSync(path + end));
  expect(named.filter((path) => !isThere(path))).toEqual([]);
});

test("every dependency says what it is for, and none is listed that is gone", () => {
  const rows = section("docs/testing.md", "Dependencies")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) => [...quoted(row.split("|")[1] ?? "")]);
  const tools = JSON.parse(readFileSync("tools/package.json", "utf8"));
  const installed = {
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...tools.devDependencies,
    ...tools.optionalDependencies,
  };
  expect(named.sort()).toEqual(Object.keys(installed).sort());
});

test("every npm script that is mentioned exists", () => {
  const mentioned = [...everything.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(
    ([, name]) => name ?? "",
  );
  expect(mentioned.filter((name) => !(name in manifest.scripts))).toEqual([]);
});

test("every file that is mentioned exists", () => {
  const paths = [...quoted(everything)].filter((word) =>
    /^(lib|scripts|app|db|e2e|testing|chaos|docs)\/[\w./-]+$/.test(word ?? ""),
  );
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => !existsSync(path ?? ""))).toEqual([]);
});

test("every port of the demo is listed with its flag and variable", () => {
  for (const { flag, variable } of Object.values(portSettings)) {
    expect(section("docs/demo.md", "Options")).toContain(`| \`${flag}\` | \`${variable}\` |`);
  }
});

test("the README fits on a few screens", () => {
  expect(page("README.md").split("\n").length).toBeLessThanOrEqual(150);
});

test("every link leads to a page and to a heading that exist", () => {
  const anchors = (text: string) =>
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replace(/[^\w\s-]/g, "")
        .replaceAll(" ", "-"),
    );
  const broken = [...pages].flatMap(([path, text]) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = ""]) => {
      if (/^https?:/.test(target)) return [];
      const [file = "", anchor] = target.split("#");
      const to = file === "" ? path : join(dirname(path), file);
      if (!existsSync(to)) return [`${path}: ${target}`];
      const found = anchor === undefined || anchors(readFileSync(to, "utf8")).includes(anchor);
      return found ? [] : [`${path}: ${target}`];
    }),
  );
  expect(broken).toEqual([]);
});

test("every page is reached from the README, or from the index of its folder", () => {
  const missing = [...pages.keys()].filter((path) => {
    const index = join(dirname(path), "README.md");
    return (
      path !== "README.md" &&
      !page("README.md").includes(`](${path})`) &&
      !pages.get(index)?.includes(`](${basename(path)})`)
    );
  });
  expect(missing).toEqual([]);
});
