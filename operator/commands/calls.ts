import { z } from "zod";
import { deploymentById } from "@/lib/adapters/chain/chains";
import {
  canRequeue,
  requeueAudited,
  requeueConsequences,
} from "@/lib/domain/payments/outcomes/requeue-audited";
import { planRequeue, type RequeuePlan } from "@/lib/domain/payments/outcomes/requeue-submission";
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
  summary: "list operators' calls on chain and their progress",
  help: `Lists the calls that operators requested, newest first: queued, signed, mined, and, with --all yes, those that are done, refused or failed. A queued call shows why it waits. Use this after a command that queued a call, and when /ready reports calls that hang.`,
  words: [],
  options: {
    all: { value: "yes", text: "include calls that have ended" },
    merchant: { value: "ID", text: "only calls of this merchant" },
  },
  changes: false,
  input: z.object({
    all: z.literal("yes").optional(),
    merchant: z.string().startsWith("mer_").optional(),
  }),
  async run(desk, { all, merchant }) {
    const which = { open: all === undefined, merchantId: merchant ?? null };
    const found = await listOperatorCalls(desk.db, which);
    if (found.length === 0) return { lines: ["There are no calls."], data: { calls: [] } };
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
  summary: "withdraw a call that is not signed yet",
  help: `Withdraws a queued call, so that later calls about the same subject can be made. Use this when a call waits for something that will never happen, such as for a key that is lost. A signed call cannot be withdrawn: it may be mined at any time.`,
  words: ["CALL"],
  options: {},
  changes: true,
  input: z.object({ call: z.string().startsWith("opc_") }),
  async run(desk, { call: id }) {
    const ctx = await contextOf(desk);
    const row = await readOperatorCall(ctx, id);
    const lines = [`${id} (${row.kind}) is ${row.state}.`];
    if (row.state !== "queued") {
      return { lines, data: { call: row }, refused: row.state !== "refused" };
    }
    const apply = async () => {
      const { merchantId, mode } = row;
      const owner = { merchantId, mode };
      const entry = { action: "operator_call.withdraw", owner, before: { state: row.state } };
      const subject = { type: "operator_call", id };
      const done = await audited(ctx, { ...entry, subject }, (inner) =>
        withdrawOperatorCall(inner, id),
      );
      return { lines: ["The call is withdrawn."], data: { call: done } };
    };
    return { lines, data: { call: row }, apply };
  },
});

export const endSubscriptionCommand = callCommand({
  name: "end-subscription",
  summary: "end on the chain a subscription that has ended here",
  help: `Queues the call that ends a subscription on its chain again. Stipend queues this call automatically when a subscription is cancelled or lapses; use the command when /ready says that a subscription has no such call, because the call failed or was withdrawn. A live subscription is refused: its merchant or payer cancels it. Without --apply, prints the subscription's state on the chain, the call, and its cost.`,
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

const help = `Resumes a stuck payment of the relay, as far as that is safe. Use this when a payment makes no progress. Prints the payment's state, its nonce and a verdict; only the first two verdicts let --apply do anything. look_now: the payment waits in the queue for its time, and is processed now. sign_again: the payment's nonce is used up for good and its authorization is still valid, so the relay signs for it again, however often it was tried.`;

export const requeueSubmissionCommand = defineCommand({
  name: "requeue-submission",
  summary: "resume a stuck payment of the relay, where that is safe",
  help,
  words: ["ID"],
  options: {},
  changes: true,
  input: z.object({ id: z.string().startsWith("rsb_") }),
  async run(desk, { id: submissionId }) {
    const ctx = await contextOf(desk);
    const plan = await planRequeue(ctx, { submissionId });
    const found = { lines: linesOf(plan), data: { ...plan } };
    // Otherwise it goes on by itself, or is over.
    const isInDoubt = plan.verdict === "slot_open" || plan.verdict === "unknown";
    if (!canRequeue(plan)) return { ...found, refused: isInDoubt };
    const apply = async () => {
      const after = await requeueAudited(ctx, plan);
      return { lines: [`The payment is ${after.state}.`], data: { ...after } };
    };
    return { ...found, apply };
  },
});

function linesOf({ submissionId, state, failureCode, rounds, slot, verdict }: RequeuePlan) {
  const code = failureCode ? `, ${failureCode}` : "";
  const place = slot
    ? `The payment was signed for with nonce ${slot.nonce} of ${slot.wallet}, which is ${slot.state}.`
    : "No nonce is reserved for the payment.";
  return [
    `${submissionId} is ${state}${code}, after ${rounds} rounds.`,
    place,
    requeueConsequences[verdict],
  ];
}
