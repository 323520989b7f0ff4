import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Desk } from "./command";
import { commands } from "./commands";
import { runCommand, type Terminal } from "./run-command";

const pages = [
  "README.md",
  ...readdirSync("docs", { recursive: true }).map((name) => `docs/${name}`),
].filter((path) => path.endsWith(".md"));

const PREFIX = "npm run operator -- ";
/** A command without the prefix, but with a word or an option: `retire-wallet 0x… --chain ID`. */
const SHORT = new RegExp(
  `^(?:${commands.map(({ name }) => name).join("|")}) (?:--|0x|[a-z]+_|[A-Z]+\\b)`,
);

/** The code of a page: the lines of its blocks, and its spans, which may be wrapped. */
function codeOf(text: string): string[] {
  return text
    .split("```")
    .flatMap((part, at) =>
      at % 2 === 1
        ? part.replaceAll("\\\n", " ").split("\n")
        : [...part.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code),
    )
    .map((code) => code.replaceAll(/\s+/g, " ").trim());
}

function commandOf(code: string): string | null {
  if (code.startsWith(PREFIX)) return code.slice(PREFIX.length);
  return SHORT.test(code) ? code : null;
}

const documented = pages.flatMap((path) =>
  codeOf(readFileSync(path, "utf8")).flatMap((code) => {
    const line = commandOf(code);
    return line === null || line === "<command>" ? [] : [{ path, line }];
  }),
);

const placeholders: Readonly<Record<string, string>> = {
  ID: "1",
  BLOCK: "1",
  "0x…": `0x${"1".repeat(40)}`,
};

/** The arguments of a documented line, with values in place of its placeholders. */
function argumentsOf(line: string): string[] {
  const parts = line.match(/"[^"]*"|\S+/g) ?? [];
  return parts.map((part) => placeholders[part] ?? part.replaceAll('"', ""));
}

/** A desk for a command that reads its arguments and goes no further. */
const desk = new Proxy({} as Desk, {
  get: () => {
    throw new Error("the arguments are read");
  },
});

/** What a command has against its arguments; null where it takes them. */
async function complaintOf(line: string): Promise<string | null> {
  const complaints: string[] = [];
  const terminal: Terminal = {
    print: () => {},
    complain: (text) => complaints.push(text),
    open: () => ({ desk, close: async () => {} }),
  };
  const code = await runCommand(commands, argumentsOf(line), terminal);
  return code === 2 ? complaints.join(" ") : null;
}

test("every operator's command in the documentation has the words and options that it needs", async () => {
  expect(documented.length).toBeGreaterThan(50);
  const judged = await Promise.all(
    documented.map(async ({ path, line }) => ({ path, line, wrong: await complaintOf(line) })),
  );
  expect(judged.filter(({ wrong }) => wrong !== null)).toEqual([]);
});
