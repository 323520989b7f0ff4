import type { LineMutant } from "@/scripts/mutants/line-mutant";

const runner = "lib/server/list-csv.ts";
const runnerTest = "lib/server/list-csv.test.ts";
const columns = "lib/contract/csv.ts";
const lists = "testing/api/csv.test.ts";

export const mutants: readonly LineMutant[] = [
  {
    name: "a person takes a list away without having authenticated anew",
    file: "lib/server/serve.ts",
    from: "{ ...declaration, stepUp: true }",
    to: "declaration",
    test: lists,
    match: "takes a person who has authenticated anew",
  },
  {
    name: "a list as CSV ends with its first page",
    file: runner,
    from: "if (page.nextCursor === null) return;",
    to: "return;",
    test: lists,
    match: "has every row",
  },
  {
    name: "a list as CSV takes a page's parameters",
    file: runner,
    from: '["limit", "cursor", "wait"].find((name) => name in input)',
    to: "[].find(() => false)",
    test: lists,
    match: "has no pages as CSV",
  },
  {
    name: "what breaks off in the middle ends like what is whole",
    file: "lib/server/node-exchange.ts",
    from: "    response.socket?.resetAndDestroy();\n    throw error;",
    to: "    response.end();",
    test: runnerTest,
    match: "breaks the connection of HTTP/1.1",
  },
  {
    name: "what breaks off ends in order for a client of HTTP/1.0",
    file: "lib/server/node-exchange.ts",
    from: "    response.socket?.resetAndDestroy();\n    throw error;",
    to: "    throw error;",
    test: runnerTest,
    match: "breaks the connection of HTTP/1.0",
  },
  {
    name: "an export goes on for as long as it takes",
    file: runner,
    from: "now - begun > LONGEST_MS",
    to: "now < begun",
    test: runnerTest,
    match: "takes longer than ten minutes",
  },
  {
    name: "an export goes on after its key was revoked",
    file: runner,
    from: "await ctx.recheck?.();",
    to: "",
    test: runnerTest,
    match: "looks at the key again",
  },
  {
    name: "a merchant has any number of exports at once",
    file: "lib/server/hold-export.ts",
    from: "own >= MAX_OF_CALLER || ",
    to: "",
    test: runnerTest,
    match: "two files at a time",
  },
  {
    name: "a file that nobody reads counts for ever",
    file: runner,
    from: "setTimeout(release, UNREAD_MS)",
    to: "setTimeout(() => {}, UNREAD_MS)",
    test: runnerTest,
    match: "two files at a time",
  },
  {
    name: "a spreadsheet runs what a text says",
    file: columns,
    from: "formula.test(text) ? `'${text}` : text",
    to: "text",
    test: lists,
    match: "no text that a spreadsheet would run",
  },
  {
    name: "a cell's quotes are not doubled",
    file: columns,
    from: `harmless.replaceAll('"', '""')`,
    to: "harmless",
    test: lists,
    match: "no text that a spreadsheet would run",
  },
  {
    name: "an amount has no column in whole units",
    file: columns,
    from: "if (moneyFields.get(inner) === undefined) return [column];",
    to: "return [column];",
    test: "lib/contract/csv.test.ts",
    match: "each amount twice",
  },
  {
    name: "CSV goes before JSON where both are asked for",
    file: "lib/server/wants-csv.ts",
    from: 'weightOf("text/csv") > weightOf("application/json")',
    to: 'weightOf("text/csv") > 0',
    test: "lib/server/wants-csv.test.ts",
    match: "does not",
  },
];
