import { z } from "zod";
import { httpRpc, nodesOf } from "@/lib/adapters/chain/rpc/rpc";
import { toDecimal } from "@/lib/core/amounts/money";
import type { LostPaymentLine } from "@/lib/domain/payments/settlements/list-lost-payments";
import type { Context, OperatorActor } from "@/lib/domain/platform/context";
import { lacksKey, planGapFill } from "@/lib/domain/wallets/nonces/fill-nonce-gap";
import type { WalletName } from "@/lib/domain/wallets/nonces/wallet-rows";
import { planRebuild, type RebuildPlan } from "@/lib/indexer/plan-rebuild";
import { applyRebuild, type Rebuilt } from "@/lib/indexer/rebuild-chain";
import { positionOf } from "@/lib/indexer/rewind";
import { contextOf, defineCommand, type Report } from "@/operator/command";
import { chainInput, chainOption } from "@/operator/options";
import { counted, table } from "@/operator/wording";
import { fillGapAudited } from "./wallets";

const help = `Takes a chain back to the last block that was read and that the nodes still have, after a
reorganisation deeper than finality. Use it when /ready says that the chain is halted and an explorer
confirms that the chain went back; if the node was wrong, replace it and use lift-halt.

It prints where the chains part, the payments in the lost part by merchant, and what happens to each.
With --apply, in one transaction: what was read after the common block is forgotten; its payments become
reorged, those that were confirmed with the exception “reverted” and the event payment.reverted;
their sessions stay confirmed, as the merchants were told; and the relay's nonces and payments of that
part are in flight again. Then the indexer and the relay go on by themselves: stored transactions are
sent again, authorizations that have run out are ended, and what comes back is confirmed without being
told twice.

At least two nodes have to agree, those of the settings or one given with --compare; on a chain with
a single node, --one-node yes takes its word.`;

export const rebuild = defineCommand({
  name: "rebuild",
  summary: "go back to the last block that the chain still has, after a deep reorganisation",
  help,
  words: [],
  options: {
    chain: chainOption,
    compare: { value: "URL", text: "one more node that has to agree" },
    oneNode: { value: "yes", text: "there is no second node to compare with" },
  },
  changes: true,
  input: chainInput.extend({
    compare: z.url({ protocol: /^https?$/ }).optional(),
    oneNode: z.literal("yes").optional(),
  }),
  async run(desk, { chain: chainId, compare, oneNode }) {
    const ctx = await contextOf(desk);
    const others = compare ? nodesOf(httpRpc([compare])) : [];
    const plan = await planRebuild(ctx, { chainId, compare: others });
    const isLocal = ctx.chains.all.some(({ id, local }) => id === chainId && local);
    const found = planLines(plan);
    if (plan.nodes.length > 1 || isLocal || oneNode !== undefined) {
      const lines = plan.nodes.length > 1 ? found : [...found, "Only one node was asked."];
      return { lines, data: dataOf(plan), apply: () => carryOut(ctx, plan) };
    }
    const refusal =
      "Refused: one node alone is not believed. Name another one with --compare URL, or say --one-node yes.";
    return { lines: [...found, refusal], data: dataOf(plan), refused: true };
  },
});

async function carryOut(ctx: Context<OperatorActor>, plan: RebuildPlan): Promise<Report> {
  const done = await applyRebuild(ctx, plan);
  const repairs: { line: string; refused: boolean }[] = [];
  for (const { wallet } of plan.wallets) {
    const repair = await repairWallet(ctx, { chainId: plan.chainId, wallet });
    if (repair) repairs.push(repair);
  }
  const lines = repairs.map(({ line }) => line);
  return {
    lines: [...doneLines(done), ...lines],
    data: { ...done, repairs: lines },
    refused: repairs.some(({ refused }) => refused),
  };
}

/**
 * Has nonces used up that were used by transactions which we do not have, and which the chain does not have
 * either. The rebuild stands, also where this fails.
 */
async function repairWallet(
  ctx: Context<OperatorActor>,
  name: WalletName,
): Promise<{ line: string; refused: boolean } | null> {
  try {
    const plan = await planGapFill(ctx, name);
    const { missing } = plan;
    if (missing.length === 0) return null;
    const refused = lacksKey(plan);
    if (!refused) await fillGapAudited(ctx, name);
    const nonces = missing.map(({ nonce }) => nonce).join(", ");
    const repair = refused ? "cannot be used up: its key is missing" : "are used up by the relay";
    return {
      line: `Wallet ${name.wallet}: no submission holds the nonces ${nonces}, which ${repair}.`,
      refused,
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const line = `Wallet ${name.wallet}: its nonces were not looked after (${error.message}). Repeat it with fill-nonce-gap.`;
    return { line, refused: true };
  }
}

function dataOf(plan: RebuildPlan): Record<string, unknown> {
  const { chainId, cursor, start, fork, head, nodes, payments, sums, wallets } = plan;
  const { number, finalizedNumber, haltedReason } = cursor;
  const common = positionOf(start);
  const read = { number, finalizedNumber, haltedReason };
  return { chainId, read, common, parted: fork.parted, head, nodes, payments, sums, wallets };
}

function planLines(plan: RebuildPlan): string[] {
  const { chainId, cursor, start, fork, head, nodes, payments, sums, wallets } = plan;
  const { number, hash } = positionOf(start);
  const total = sums.reduce((count, sum) => count + sum.count, 0);
  const parted = fork.parted
    ? `At block ${fork.parted.number} we have ${fork.parted.hash}, the chain ${fork.parted.found ?? "none"}.`
    : "";
  return [
    `Chain ${chainId}, asked of ${counted(nodes.length, "node")}: ${nodes.join(", ")}; its head is ${head}.`,
    `The last common block is ${number} (${hash}).`,
    parted,
    `Lost are the blocks ${number + 1n} to ${cursor.number}, final up to ${cursor.finalizedNumber}, with ${counted(total, "payment")}.`,
    ...sums.map(
      (sum) =>
        `  ${sum.merchantId} ${sum.mode}: ${counted(sum.count, "payment")} ${sum.status}, ${toDecimal(sum.amount)} ${sum.currency}`,
    ),
    "",
    ...table(payments.map(paymentCells)),
    ...(payments.length < total ? [`… and ${total - payments.length} more.`] : []),
    "",
    ...wallets.map(
      ({ wallet, count, nextNonce }) =>
        `Wallet ${wallet}: the chain has ${count} of its transactions, ${nextNonce} were signed.`,
    ),
  ];
}

function paymentCells(line: LostPaymentLine): string[] {
  return [
    `  block ${line.blockNumber}`,
    line.id,
    `${toDecimal(line.amount)} ${line.currency}`,
    line.status,
    line.sessionId ?? "no session",
    fateOf(line),
  ];
}

function fateOf({ submissionId, submissionState, validUntil, status }: LostPaymentLine): string {
  const isClosed = submissionState === "confirmed" || submissionState === "superseded";
  if (submissionId === null) return "the payer's own: back if it is mined again";
  if (!isClosed || validUntil === null) return `${submissionId} ${submissionState}: goes on`;
  if (validUntil.getTime() <= Date.now()) return `${submissionId}: its authorization has run out`;
  return `${submissionId}: ${status === "confirmed" ? "sent again" : "goes on"}, until ${validUntil.toISOString()}`;
}

function doneLines({
  number,
  reverted,
  unseen,
  slots,
  inFlight,
  queued,
  closed,
}: Rebuilt): string[] {
  return [
    `The chain is read again after block ${number}.`,
    `${counted(reverted.length, "confirmed payment")} reverted, ${counted(unseen.length, "other")} taken back.`,
    `${counted(slots, "nonce")} in flight again, with ${counted(inFlight.length, "submission")}; ${queued.length} to be signed for anew.`,
    ...(closed.length > 0
      ? [`Not taken up, their session has another open payment: ${closed.join(", ")}.`]
      : []),
  ];
}
