import { z } from "zod";
import { deploymentById } from "@/lib/adapters/chain/chains";
import {
  planRequeue,
  type RequeuePlan,
  type RequeueVerdict,
  requeueSubmission,
} from "@/lib/domain/payments/outcomes/requeue-submission";
import { audited } from "@/lib/domain/platform/audit/audited";
import { readSubscription } from "@/lib/domain/subscriptions/subscription-rows";
import {
  type ListedCall,
  listOperatorCalls,
} from "@/lib/domain/wallets/operator-calls/list-operator-calls";
import {
  readOperatorCall,
  withdrawOperatorCall,
} from "@/lib/domain/wallets/operator-calls/withdraw-operator-call";
import { callCommand } from "@/operator/call-command";
import { contextOf, defineCommand } from "@/operator/command";
import { ago, table } from "@/operator/wording";

export const calls = defineCommand({
  name: "calls",
  summary: "what operators wanted on chain, and how far it has come",
  help: `Lists the calls that operators asked for, newest first: queued, signed, mined, and, with --all yes, those
that are done, refused or failed. A queued one shows what it waits for. Use it after a command that
queued a call, and when /ready tells of calls that hang.`,
  words: [],
  options: {
    all: { value: "yes", text: "those that have ended, too" },
    merchant: { value: "ID", text: "a merchant's alone" },
  },
  changes: false,
  input: z.object({
    all: z.literal("yes").optional(),
    merchant: z.string().startsWith("mer_").optional(),
  }),
  async run(desk, { all, merchant }) {
    const which = { open: all === undefined, merchantId: merchant ?? null };
    const found = await listOperatorCalls(desk.db, which);
    if (found.length === 0) return { lines: ["There are none."], data: { calls: [] } };
    return { lines: table([HEAD, ...found.map(cellsOf)]), data: { calls: found } };
  },
});

const HEAD = ["CALL", "CHAIN", "KIND", "ABOUT", "STATE", "WAITS FOR", "SINCE", "ASKED BY", "HASH"];

function cellsOf(call: ListedCall): string[] {
  const { id, chainId, kind, merchantId, tokenAddress, wallet, state, failure } = call;
  const { subscriptionId, keeper } = call;
  return [
    id,
    String(chainId),
    kind,
    subscriptionId ?? merchantId ?? tokenAddress ?? keeper ?? wallet ?? "",
    state,
    failure ?? "",
    ago(call.createdAt),
    call.requestedBy,
    call.txHash ?? "",
  ];
}

export const withdrawCallCommand = defineCommand({
  name: "withdraw-call",
  summary: "take back a call that is not signed yet",
  help: `Takes back a call that is queued, so that later ones about the same thing are made. Use it when a call waits
for what will not come, such as a key that is gone. One that is signed cannot be taken back: it may be
mined at any time.`,
  words: ["CALL"],
  options: {},
  changes: true,
  input: z.object({ call: z.string().startsWith("opc_") }),
  async run(desk, { call: id }) {
    const ctx = await contextOf(desk);
    const row = await readOperatorCall(ctx, id);
    const lines = [`${id} (${row.kind}) is ${row.state}.`];
    if (row.state !== "queued") return { lines, data: { call: row } };
    const apply = async () => {
      const entry = { action: "operator_call.withdraw", before: { state: row.state } };
      const subject = { type: "operator_call", id };
      const done = await audited(ctx, { ...entry, subject }, (inner) =>
        withdrawOperatorCall(inner, id),
      );
      return { lines: ["It is withdrawn."], data: { call: done } };
    };
    return { lines, data: { call: row }, apply };
  },
});

export const endSubscriptionCommand = callCommand({
  name: "end-subscription",
  summary: "end a subscription on the chain that has ended here",
  help: `Queues the call that ends a subscription on its chain once more. It is queued by itself when a subscription
is cancelled or lapses; use this when /ready says that no call ends one, because its call has failed or
was withdrawn. One that is live is refused: its merchant or payer cancels it. Dry, it prints how the
subscription stands on the chain, the call, and what it costs.`,
  words: ["SUBSCRIPTION"],
  options: {},
  input: z.object({ subscription: z.string().startsWith("sub_") }),
  async want(ctx, { subscription: subscriptionId }) {
    const { merchantId, deploymentId } = await readSubscription(ctx.db, subscriptionId);
    const deployment = deploymentById(ctx.chains, deploymentId);
    return {
      wanted: { kind: "cancel_subscription", deployment, merchantId, subscriptionId } as const,
      line: `Wanted: ${subscriptionId} cannot be charged on chain ${deployment.chainId} any more.`,
    };
  },
});

const help = `Takes a stuck payment of the relay up again, as far as that is safe. Use it when one payment does not
go on. It prints its state, its nonce and a verdict; only the first two verdicts let --apply do
anything. look_now: it waits in the queue for its time, and is looked at now. sign_again: its nonce is
used up for good and its authorization is alive, so it is signed for anew, however often it was tried.`;

const verdicts: Readonly<Record<RequeueVerdict, string>> = {
  look_now: "It waits in the queue, and would be looked at now.",
  sign_again: "Its nonce is used up and its authorization alive: it would be signed for again.",
  final: "It has ended.",
  slot_open:
    "Its transaction may still be mined: nothing may be signed for it before its nonce is used.",
  settled: "It is settled on chain, and confirmed when that is final.",
  spent: "Its authorization was used or cancelled elsewhere: it ends by itself.",
  unknown: "The chain has not been read so far, or is halted.",
};

export const requeueSubmissionCommand = defineCommand({
  name: "requeue-submission",
  summary: "take a stuck payment of the relay up again, where that is safe",
  help,
  words: ["ID"],
  options: {},
  changes: true,
  input: z.object({ id: z.string().startsWith("rsb_") }),
  async run(desk, { id: submissionId }) {
    const ctx = await contextOf(desk);
    const plan = await planRequeue(ctx, { submissionId });
    const found = { lines: linesOf(plan), data: { ...plan } };
    if (plan.verdict !== "look_now" && plan.verdict !== "sign_again") return found;
    const apply = async () => {
      const entry = {
        action: "relay_submission.requeue",
        subject: { type: "relay_submission", id: submissionId },
        before: plan,
      };
      const after = await audited(ctx, entry, (inner) =>
        requeueSubmission(inner, { submissionId }),
      );
      return { lines: [`It is ${after.state}.`], data: { ...after } };
    };
    return { ...found, apply };
  },
});

function linesOf({ submissionId, state, failureCode, rounds, slot, verdict }: RequeuePlan) {
  const code = failureCode ? `, ${failureCode}` : "";
  const place = slot
    ? `It was signed for with nonce ${slot.nonce} of ${slot.wallet}, which is ${slot.state}.`
    : "No nonce is reserved for it.";
  return [`${submissionId} is ${state}${code}, after ${rounds} rounds.`, place, verdicts[verdict]];
}
