import type { LineMutant } from "@/scripts/mutants/line-mutant";

const folder = "lib/domain/operator-calls";
const calls = `${folder}/operator-calls.test.ts`;
const trouble = `${folder}/operator-call-trouble.test.ts`;
const commands = "scripts/operator/calls.test.ts";
const observed = "lib/domain/operations/operator-calls.test.ts";

export const mutants: readonly LineMutant[] = [
  {
    name: "nobody knows who wanted a call",
    file: `${folder}/request-operator-call.ts`,
    from: "await recordAudit(ctx, tx, {",
    to: "if (row.state !== 'queued') await recordAudit(ctx, tx, {",
    test: calls,
    match: "calls are listed",
  },
  {
    name: "a suspension leaves nothing payable of what is open",
    file: "scripts/operator/commands/merchant-calls.ts",
    from: "const latest = said === undefined ? await latestExpiry(ctx.db, place) : null;",
    to: 'const latest = said === "now" ? await latestExpiry(ctx.db, place) : null;',
    test: commands,
    match: "until the last session ends",
  },
  {
    name: "--print writes a call down",
    file: "scripts/operator/call-command.ts",
    from: "return given.print ? printed(preview, line) : finding(ctx, wanted, preview, line);",
    to: "return given.print && preview.cost === 0n ? printed(preview, line) : finding(ctx, wanted, preview, line);",
    test: commands,
    match: "gives the call for another wallet",
  },
  {
    name: "a call is queued that nobody here can sign",
    file: "scripts/operator/call-command.ts",
    from: "if (!canSign) throw impossible(",
    to: "if (!canSign && preview.cost === 0n) throw impossible(",
    test: commands,
    match: "without the operator's key",
  },
  {
    name: "a command guesses which of several registries is meant",
    file: "scripts/operator/options.ts",
    from: "if (only && found.length === 1) return only;",
    to: "if (only) return only;",
    test: commands,
    match: "several sets of contracts",
  },
  {
    name: "a retired operator's wallet signs on",
    file: "lib/domain/relay/drain-relay.ts",
    from: "...inService(calls.operator ? operatorsOf(ctx.config) : [])",
    to: "...(calls.operator ? operatorsOf(ctx.config) : [])",
    test: trouble,
    match: "that is retired signs no call more",
  },
  {
    name: "a relayer's key may be the operator's",
    file: "lib/adapters/env/env.ts",
    from: "    checkOperatorKey(result.data);\n",
    to: "",
    test: "lib/adapters/env/env.test.ts",
  },
  {
    name: "nobody is told of calls that hang",
    file: "lib/domain/operations/checks/check-operator.ts",
    from: "if (late.length === 0) return ok();",
    to: "if (late.length >= 0) return ok();",
    test: observed,
    match: "hangs for ten minutes",
  },
  {
    name: "nobody is told that the operator's wallet is empty",
    file: "lib/domain/operations/checks/check-operator.ts",
    from: "return calls < LOW_CALLS ? warn(detail) : ok(detail);",
    to: "return calls < 0n ? warn(detail) : ok(detail);",
    test: observed,
    match: "runs out of gas money",
  },
  {
    name: "calls are removed as soon as they have ended",
    file: "lib/domain/retention/remove-old-rows.ts",
    from: '"operator_calls", (config) => config.RETENTION_SUBMISSION_DAYS)',
    to: '"operator_calls", (config) => config.RETENTION_SUBMISSION_DAYS - 5)',
    test: observed,
    match: "ended long ago is removed",
  },
];
