import { expect, test } from "vitest";
import { z } from "zod";
import { checkOptions, readOptions, UsageError } from "./run-with-options";

const text = { type: "string" } as const;
const flags = { mode: text, list: { type: "boolean" } } as const;

test("options are read, and what was not given stays open", () => {
  expect(readOptions(flags, ["--mode", "test", "--list"])).toEqual({
    given: { mode: "test", list: true },
    help: false,
  });
  expect(readOptions(flags, ["--help"])).toEqual({ given: {}, help: true });
});

test.each([
  [["--mood", "test"], "There is no option --mood, only --mode, --list"],
  [["-m"], "There is no option -m, only --mode, --list"],
  [["--mode"], "Option '--mode <value>' argument missing"],
  [["--list=yes"], "Option '--list' does not take an argument"],
  [["test"], "“test” belongs to no option; the options are --mode, --list"],
])("%j is refused: %s", (args, message) => {
  const wrong = () => readOptions(flags, args);
  expect(wrong).toThrow(UsageError);
  expect(wrong).toThrow(expect.objectContaining({ message }));
});

test("a command without options of its own names the one that every command has", () => {
  expect(() => readOptions({}, ["--mood"])).toThrow("There is no option --mood, only --help");
});

test("what is missing, wrong or does not go together is said by option, a line each", () => {
  const schema = z.strictObject({
    mode: z.enum(["test", "live"]),
    revoke: z.string().startsWith("ak_", "the key's id"),
  });
  expect(checkOptions(schema, { mode: "test", revoke: "ak_1" })).toEqual({
    mode: "test",
    revoke: "ak_1",
  });
  expect(() => checkOptions(schema, { revoke: "sk_1", list: true })).toThrow(
    "--mode is required\n--revoke: the key's id\nNot together with the others: --list",
  );
});
