import { parseArgs } from "node:util";
import { sayWrongUse, UsageError } from "@/scripts/run/run-with-options";
import type { Command } from "./command";

/** A command line, taken apart. */
export interface CommandLine {
  /** Words by their names in lowercase, options by theirs in camelCase. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly help: boolean;
  readonly json: boolean;
  readonly apply: boolean;
  readonly reason: string | null;
  /** As it is written down: without what an address may hide in its path. */
  readonly text: string;
}

const text = { type: "string" } as const;
const flag = { type: "boolean", default: false } as const;

/**
 * Takes a command's arguments apart.
 * @throws UsageError
 */
export function readCommandLine(command: Command, args: readonly string[]): CommandLine {
  const names = Object.keys(command.options);
  const own = Object.fromEntries(
    names.map((name) => [kebab(name), command.options[name]?.value === null ? flag : text]),
  );
  const { values, positionals } = parse(args, own);
  if (positionals.length > command.words.length) {
    throw new UsageError(`${command.name} does not take “${positionals.at(-1)}”`);
  }
  const words = command.words.map((word, at) => [word.toLowerCase(), positionals[at]]);
  const options = names.map((name) => [name, values[kebab(name)]]);
  const { help, json, apply, reason } = values;
  return {
    given: Object.fromEntries([...words, ...options].filter(([, value]) => value !== undefined)),
    help: help === true,
    json: json === true,
    apply: apply === true,
    reason: typeof reason === "string" && reason.trim() !== "" ? reason.trim() : null,
    text: describe(command, positionals, values),
  };
}

function parse(
  args: readonly string[],
  own: Record<string, typeof text | typeof flag>,
): { values: Readonly<Record<string, unknown>>; positionals: readonly string[] } {
  const options = { ...own, reason: text, help: flag, json: flag, apply: flag };
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(sayWrongUse(error, Object.keys(options)));
  }
}

function describe(
  command: Command,
  positionals: readonly string[],
  values: Readonly<Record<string, unknown>>,
): string {
  const options = Object.keys(command.options).flatMap((name) => {
    const value = values[kebab(name)];
    if (value === true) return [`--${kebab(name)}`];
    return typeof value === "string" ? [`--${kebab(name)}`, withoutSecrets(value)] : [];
  });
  const apply = values.apply === true ? ["--apply"] : [];
  const words = positionals.map(withoutSecrets);
  return ["operator", command.name, ...words, ...options, ...apply].join(" ");
}

/** Providers put their key into the path, the query or the user of an address. */
function withoutSecrets(value: string): string {
  return /^[a-z]+:\/\//i.test(value) && URL.canParse(value) ? new URL(value).origin : value;
}

/** `fromBlock` → `from-block`. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
