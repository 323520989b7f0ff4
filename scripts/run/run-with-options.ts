import { parseArgs } from "node:util";
import type { z } from "zod";

export type Flags = Readonly<Record<string, { readonly type: "string" | "boolean" }>>;
/** What was given of each option. */
export type GivenOptions<Known extends Flags> = {
  [Name in keyof Known]?: Known[Name]["type"] extends "boolean" ? boolean : string;
};

/** The command line cannot be understood: a process that ends with it has the exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Takes the options of a command line apart, `--help` among them.
 * @throws UsageError an option that the command does not have, or one without its value
 */
export function readOptions<const Known extends Flags>(
  flags: Known,
  args: readonly string[] = process.argv.slice(2),
): { given: GivenOptions<Known>; help: boolean } {
  try {
    const { values } = parseArgs({ args: [...args], options: { ...flags, help: isSet } });
    const { help = false, ...given } = values as Record<string, string | boolean>;
    return { given: given as GivenOptions<Known>, help: help === true };
  } catch (error) {
    throw new UsageError(sayWrongUse(error, Object.keys(flags)));
  }
}

const isSet = { type: "boolean" } as const;

/** What Node's parser of command lines refuses, in words that name the options there are. */
export function sayWrongUse(error: unknown, names: readonly string[]): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const [, word = ""] = /'([^']+)'/.exec(message) ?? [];
  // Every command has this one.
  const known = (names.length > 0 ? names : ["help"]).map((name) => `--${name}`).join(", ");
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") return `There is no option ${word}, only ${known}`;
  if (code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL") {
    return `“${word}” belongs to no option; the options are ${known}`;
  }
  if (code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE") return message.split("\n")[0] ?? message;
  return message;
}

/**
 * What was given, as the schema wants it.
 * @throws UsageError a line for each option that is missing or wrong
 */
export function checkOptions<Schema extends z.ZodType>(
  schema: Schema,
  values: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const checked = schema.safeParse(values);
  if (checked.success) return checked.data;
  const lines = checked.error.issues.map((issue) => {
    if (issue.code === "unrecognized_keys") {
      return `Not together with the others: ${issue.keys.map((key) => `--${key}`).join(", ")}`;
    }
    const name = String(issue.path[0]);
    return values[name] === undefined ? `--${name} is required` : `--${name}: ${issue.message}`;
  });
  throw new UsageError(lines.join("\n"));
}

/**
 * Runs a command: prints `usage` for `--help`; ends with 2 when the command line cannot be understood,
 * and with 1 and the error's message when the command fails.
 */
export async function runWithOptions<const Known extends Flags>(
  usage: string,
  flags: Known,
  run: (given: GivenOptions<Known>) => Promise<void>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  try {
    const { help, given } = readOptions(flags, args);
    if (help) console.log(usage);
    else await run(given);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    if (error instanceof UsageError) console.error(`\n${usage}`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
