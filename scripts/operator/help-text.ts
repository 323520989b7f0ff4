import type { Command } from "./command";
import { kebab } from "./read-command-line";
import { table } from "./table";

const general = `Nothing is changed without --apply: a command only says what it would do. --apply needs
--reason, which is written to the audit log with who did it. --json prints data. The settings are
read from the environment, as those of the app are.`;

/** What `npm run operator` says when no command is named. */
export function overview(commands: readonly Command[]): string {
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
export function helpOf({ name, words, options, changes, help }: Command): string {
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
