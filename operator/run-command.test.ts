import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { createLogger } from "@/lib/adapters/logger/logger";
import { impossible } from "@/lib/core/errors";
import type { OperatorActor } from "@/lib/domain/platform/context";
import { type Command, type Desk, defineCommand } from "./command";
import { commands } from "./commands";
import type { CommandLine } from "./read-command-line";
import { runCommand } from "./run-command";

let applied: unknown[] = [];
let opened: CommandLine[] = [];
let closed = 0;

const move = defineCommand({
  name: "move",
  summary: "moves a thing",
  help: "Moves a thing to a place. Use it when the thing is elsewhere.",
  words: ["THING"],
  options: { toPlace: { value: "URL", text: "where" } },
  changes: true,
  input: z.object({ thing: z.string(), toPlace: z.string().default("home") }),
  async run(_, { thing, toPlace }) {
    if (thing === "rock") throw impossible("A rock stays.");
    const finding = { lines: [`would move ${thing}`], data: { thing, toPlace, cost: 12n } };
    if (thing === "feather") return finding;
    if (thing === "anvil") return { ...finding, refused: true };
    const apply = async () => {
      applied.push({ thing, toPlace });
      return { lines: ["moved"], data: { at: toPlace }, refused: thing === "glass" };
    };
    return { ...finding, apply };
  },
});
const look = defineCommand({
  name: "look",
  summary: "looks",
  help: "Looks.",
  words: [],
  options: {},
  changes: false,
  input: z.object({}),
  run: async () => ({ lines: ["seen"], data: { seen: true } }),
});

beforeEach(() => {
  applied = [];
  opened = [];
  closed = 0;
});

async function run(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommand([move, look] satisfies Command[], args, {
    print: (text) => out.push(text),
    complain: (text) => err.push(text),
    open: (line) => {
      opened.push(line);
      const desk = { log: createLogger("silent"), actor: { kind: "operator" } as OperatorActor };
      return {
        desk: desk as unknown as Desk,
        close: async () => {
          closed += 1;
        },
      };
    },
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

test("nothing is changed without --apply, and it says so", async () => {
  expect(await run("move", "box")).toEqual({
    code: 0,
    out: "would move box\nDry run: nothing was changed. Add --apply --reason TEXT.",
    err: "",
  });
  expect(applied).toEqual([]);
});

test("--apply without a reason is refused before anything is opened", async () => {
  for (const reason of [[], ["--reason", "  "]]) {
    const { code, err } = await run("move", "box", "--apply", ...reason);
    expect(code).toBe(2);
    expect(err).toContain("--apply needs --reason");
  }
  expect(opened).toEqual([]);
  expect(applied).toEqual([]);
});

test("--apply with a reason does it, once, and closes what it opened", async () => {
  const { code, out } = await run("move", "box", "--apply", "--reason", "in the way");
  expect(code).toBe(0);
  expect(out).toBe("would move box\nmoved");
  expect(applied).toEqual([{ thing: "box", toPlace: "home" }]);
  expect(opened).toMatchObject([{ reason: "in the way" }]);
  expect(closed).toBe(1);
});

test("what has nothing to do applies nothing", async () => {
  const { out } = await run("move", "feather", "--apply", "--reason", "x");
  expect(out).toBe("would move feather");
  expect(applied).toEqual([]);
});

test("what a command finds refused, or what was refused when it was done, exits with 1", async () => {
  const apply = ["--apply", "--reason", "x"];
  expect(await run("move", "feather", ...apply)).toMatchObject({ code: 0 });
  expect(await run("move", "anvil", ...apply)).toEqual({
    code: 1,
    out: "would move anvil",
    err: "",
  });
  expect(await run("move", "anvil")).toMatchObject({ code: 1 });
  expect(applied).toEqual([]);
  expect(await run("move", "glass")).toMatchObject({ code: 0 });
  const glass = await run("move", "glass", ...apply, "--json");
  expect(glass.code).toBe(1);
  expect(JSON.parse(glass.out)).toMatchObject({ applied: true, result: { at: "home" } });
});

test("--json prints one object with the finding and the result", async () => {
  const { out } = await run("move", "box", "--json", "--apply", "--reason", "x");
  expect(JSON.parse(out)).toEqual({
    applied: true,
    finding: { thing: "box", toPlace: "home", cost: "12" },
    result: { at: "home" },
  });
  const dry = await run("move", "box", "--json");
  expect(JSON.parse(dry.out)).toMatchObject({ applied: false, finding: { cost: "12" } });
  expect(JSON.parse((await run("look", "--json")).out)).toEqual({ result: { seen: true } });
});

test("the command line that is written down has no secrets of an address and no reason", async () => {
  const secret = "https://user:pass@node.example/v3/0123456789abcdef?key=sesame";
  await run("move", "box", "--to-place", secret, "--apply", "--reason", "private words");
  expect(applied).toEqual([{ thing: "box", toPlace: secret }]);
  expect(opened[0]?.text).toBe("operator move box --to-place https://node.example --apply");
});

test("a refusal is told in words and exits with 1, a wrong command line with 2", async () => {
  expect(await run("move", "rock")).toEqual({ code: 1, out: "", err: "Refused: A rock stays." });
  expect(closed).toBe(1);
  for (const args of [
    ["fly"],
    ["move"],
    ["move", "box", "--fast"],
    ["move", "box", "here"],
    ["look", "--apply", "--reason", "x"],
  ]) {
    const { code, err, out } = await run(...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("--help");
  }
});

test("every command explains itself without opening anything", async () => {
  const overview = await run();
  expect(overview.out).toMatch(/move THING +moves a thing/);
  const { out } = await run("move", "--help");
  expect(out).toContain("--to-place URL");
  expect(out).toContain("--apply --reason TEXT");
  expect(opened).toEqual([]);
  expect(commands.length).toBeGreaterThan(0);
  for (const { name, help, summary } of commands) {
    expect(name).toMatch(/^[a-z-]+$/);
    expect(summary.length).toBeGreaterThan(10);
    expect(help.split(/\s+/).length).toBeGreaterThan(20);
  }
});
