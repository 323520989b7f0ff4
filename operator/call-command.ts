import { z } from "zod";
import { checksumAddress } from "@/lib/core/chain/hex";
import { impossible } from "@/lib/core/errors";
import type { Context, OperatorActor } from "@/lib/domain/platform/context";
import { drainRelay } from "@/lib/domain/wallets/drain-relay";
import {
  type CallPreview,
  previewOperatorCall,
} from "@/lib/domain/wallets/operator-calls/preview-operator-call";
import { requestOperatorCall } from "@/lib/domain/wallets/operator-calls/request-operator-call";
import type { WantedCall } from "@/lib/domain/wallets/operator-calls/wanted-call";
import { readOperatorCall } from "@/lib/domain/wallets/operator-calls/withdraw-operator-call";
import { type Command, contextOf, defineCommand, type Finding, type OptionText } from "./command";
import { ether } from "./wording";

const printOption: OptionText = {
  value: null,
  text: "print the call for a cold wallet or a multisig, and change nothing",
};

interface CallText<Input> {
  readonly name: string;
  readonly summary: string;
  readonly help: string;
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, OptionText>>;
  readonly input: z.ZodType<Input>;
  /** What the command line asks for, and lines that say it. */
  want(ctx: Context<OperatorActor>, input: Input): Promise<{ wanted: WantedCall; line: string }>;
}

/** A command that wants something to be so on a chain. */
export function callCommand<Input>({ want, input, ...text }: CallText<Input>): Command {
  return defineCommand({
    ...text,
    options: { ...text.options, print: printOption },
    changes: true,
    input: z.object({ print: z.boolean().default(false) }).and(input),
    async run(desk, given) {
      const ctx = await contextOf(desk);
      const { wanted, line } = await want(ctx, given);
      const preview = await previewOperatorCall(ctx, wanted);
      return given.print ? printed(preview, line) : finding(ctx, wanted, preview, line);
    },
  });
}

/** What a cold wallet or a multisig is given. */
export function printed({ chainId, plan, refusal }: CallPreview, line: string): Finding {
  if (plan.verdict !== "call") {
    const refused = plan.verdict === "refuse";
    return { lines: [plan.now, line, verdictOf(plan)], data: { plan }, refused };
  }
  const call = {
    chainId,
    from: checksumAddress(plan.signer),
    to: checksumAddress(plan.to),
    value: String(plan.value),
    data: plan.data,
  };
  return {
    lines: [
      plan.now,
      line,
      `chain  ${chainId}`,
      `from   ${call.from}`,
      `to     ${call.to}`,
      `value  ${call.value}`,
      `data   ${call.data}`,
      ...(refusal === null ? [] : [`The contract would refuse it now: ${refusal}.`]),
    ],
    data: { call, refusal },
  };
}

function finding(
  ctx: Context<OperatorActor>,
  wanted: WantedCall,
  preview: CallPreview,
  line: string,
): Finding {
  const { plan, refusal, canSign, cost } = preview;
  const lines = [plan.now, line, verdictOf(plan)];
  if (plan.verdict === "call") {
    lines.push(
      `It calls ${checksumAddress(plan.to)} with ${plan.data}, sends ${plan.value} wei along, and costs ${ether(cost)} for ${plan.gas} gas at the most.`,
    );
    if (refusal !== null) lines.push(`The contract would refuse it now: ${refusal}.`);
  }
  if (!canSign) lines.push(keyMissing(wanted, preview));
  const data = { ...preview };
  const isPossible = plan.verdict === "call" || plan.verdict === "wait";
  if (!isPossible || refusal !== null) return { lines, data, refused: plan.verdict !== "done" };
  const apply = async () => {
    if (!canSign) throw impossible(keyMissing(wanted, preview), "key_missing");
    const { id } = await requestOperatorCall(ctx, wanted);
    await makeNow(ctx, preview);
    const row = await readOperatorCall(ctx, id);
    const why = row.failure === null ? "" : ` (${row.failure})`;
    const done = `${id} is ${row.state}${why}: the app follows it. npm run operator -- calls shows how far it is.`;
    const refused = row.state === "refused" || row.state === "failed";
    return { lines: [done], data: { call: row }, refused };
  };
  return { lines, data, apply };
}

/** Signs and sends at once what can be: the app's processes need not have the operator's key. */
async function makeNow(ctx: Context<OperatorActor>, { chainId, plan }: CallPreview): Promise<void> {
  const system = { ...ctx, actor: { kind: "system" } as const };
  await drainRelay(system, { chainId, wallet: plan.signer, until: new Date(0) });
}

function verdictOf(plan: CallPreview["plan"]): string {
  switch (plan.verdict) {
    case "done":
      return "Already in effect: there is nothing to do.";
    case "refuse":
      return `The call cannot be made: ${plan.failure}.`;
    case "wait":
      return `The call would wait: ${plan.failure}.`;
    default:
      return "The call needs one transaction.";
  }
}

function keyMissing({ kind }: WantedCall, { plan }: CallPreview): string {
  const setting = kind === "sweep_wallet" ? "RELAYER_PRIVATE_KEYS" : "OPERATOR_PRIVATE_KEY";
  return `The key of ${checksumAddress(plan.signer)} is not configured. Set ${setting}, or let its owner send the call that --print shows.`;
}
