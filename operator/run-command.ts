import { z } from "zod";
import { Refusal } from "@/lib/core/errors";
import { jsonText } from "@/lib/core/text/json";
import { UsageError } from "@/scripts/run/run-with-options";
import type { Command, Desk, Report } from "./command";
import { type CommandLine, kebab, readCommandLine } from "./read-command-line";
import { table } from "./wording";

/** What the command line is given by its process. */
export interface Terminal {
  print(text: string): void;
  complain(text: string): void;
  /** Opens what commands work with; closed when the command has ended. */
  open(line: CommandLine): { desk: Desk; close(): Promise<void> };
}

const general = `Without --apply a command changes nothing and only says what it would do. --apply needs --reason, which the audit log keeps with the operator's name. --json prints data. Settings are read from the environment, like the app's. The exit code is 1 when it was or would be refused, 2 when the command line cannot be understood.`;

/** What `npm run operator` says when no command is named. */
function overview(commands: readonly Command[]): string {
  const rows = commands.map(({ name, words, summary }) => [
    `  ${[name, ...words].join(" ")}`,
    summary,
  ]);
  return [
    "npm run operator -- COMMAND [--help] [--json] [--apply --reason TEXT]",
    "",
    ...table(rows),
    "",
    general,
  ].join("\n");
}

/** What a command says of itself. */
function helpOf({ name, words, options, changes, help }: Command): string {
  const entries = Object.entries(options);
  const nameOf = (option: string, value: string | null) =>
    [`--${kebab(option)}`, value].filter((part) => part !== null).join(" ");
  const own = entries.map(([option, { value }]) =>
    value === null ? `[${nameOf(option, value)}]` : nameOf(option, value),
  );
  const change = changes ? ["[--apply --reason TEXT]"] : [];
  const rows = entries.map(([option, { value, text }]) => [`  ${nameOf(option, value)}`, text]);
  return [
    ["npm run operator --", name, ...words, ...own, ...change, "[--json]"].join(" "),
    "",
    help,
    ...(rows.length > 0 ? ["", ...table(rows)] : []),
  ].join("\n");
}

/**
 * Runs one command.
 * @returns the exit code: 0; 1 when it was or would be refused; 2 when the command line cannot be understood
 */
export async function runCommand(
  commands: readonly Command[],
  [name, ...args]: readonly string[],
  terminal: Terminal,
): Promise<0 | 1 | 2> {
  if (name === undefined || name === "--help" || name === "help") {
    terminal.print(overview(commands));
    return 0;
  }
  try {
    const command = commands.find((known) => known.name === name);
    if (!command) throw new UsageError(`There is no command “${name}”`);
    const line = readCommandLine(command, args);
    if (!line.help) return await carryOut(command, line, terminal);
    terminal.print(helpOf(command));
    return 0;
  } catch (error) {
    return explain(error, name, terminal);
  }
}

async function carryOut(command: Command, line: CommandLine, terminal: Terminal): Promise<0 | 1> {
  if (line.apply && !command.changes) throw new UsageError(`${command.name} changes nothing`);
  if (line.apply && line.reason === null) {
    throw new UsageError("--apply needs --reason TEXT, for the audit log");
  }
  const { desk, close } = terminal.open(line);
  try {
    const { apply, ...found } = await command.find(desk, line.given);
    const say = speaker(line, terminal);
    if (!command.changes) {
      say.last({ result: found.data }, found);
      return codeOf(found);
    }
    say.first(found);
    if (!line.apply || !apply) {
      const remark = apply ? "Dry run: nothing was changed. Add --apply --reason TEXT." : "";
      say.last({ applied: false, finding: found.data }, { lines: [remark].filter(Boolean) });
      return codeOf(found);
    }
    const done = await apply();
    say.last({ applied: true, finding: found.data, result: done.data }, done);
    return codeOf(done);
  } finally {
    await close();
  }
}

const codeOf = ({ refused }: Report) => (refused ? 1 : 0);

/** Programs get one object at the end, persons get lines as they come. */
function speaker({ json }: CommandLine, { print }: Terminal) {
  const lines = (report: Pick<Report, "lines">) => {
    if (report.lines.length > 0) print(report.lines.join("\n"));
  };
  return {
    first: (report: Report) => (json ? undefined : lines(report)),
    last: (data: object, report: Pick<Report, "lines">) =>
      json ? print(jsonText(data, 2)) : lines(report),
  };
}

function explain(error: unknown, name: string, { complain }: Terminal): 1 | 2 {
  const isUsage = error instanceof UsageError || error instanceof z.ZodError;
  if (isUsage) {
    complain(error instanceof z.ZodError ? z.prettifyError(error) : error.message);
    complain(`npm run operator -- ${name} --help`);
    return 2;
  }
  if (error instanceof Refusal) complain(`Refused: ${error.message}`);
  else complain(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  return 1;
}
