import { modules } from "@/lib/domain/operations/modules";
import type { Context } from "@/lib/domain/platform/context";
import { commands } from "@/operator/commands";
import { runCommand } from "@/operator/run-command";

/** What a run of the operator's command line gave. */
export interface OperatorResult {
  code: 0 | 1 | 2;
  out: string;
  err: string;
}

/**
 * Runs an operator's command on a context's database and chains, as `npm run operator --` would.
 * @example
 * await operate(world.systemContext(), "lift-halt", "--chain", "1", "--apply", "--reason", "repaired");
 */
export async function operate(
  { db, chains, config, log, requestId }: Context,
  ...args: string[]
): Promise<OperatorResult> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommand(commands, args, {
    print: (text) => out.push(text),
    complain: (text) => err.push(text),
    open: ({ text, reason }) => {
      const actor = { kind: "operator", name: "tester", command: text, reason } as const;
      const desk = { db, config, log, modules, requestId, actor, chains: async () => chains };
      return { desk, close: async () => {} };
    },
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}
