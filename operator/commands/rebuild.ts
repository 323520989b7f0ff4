import { z } from "zod";
import { httpRpc, nodesOf } from "@/lib/adapters/chain/rpc/rpc";
import { toDecimal } from "@/lib/core/amounts/money";
import { impossible } from "@/lib/core/errors";
import type { LostPaymentLine } from "@/lib/domain/payments/settlements/list-lost-payments";
import type { Context, OperatorActor } from "@/lib/domain/platform/context";
import { planGapFill } from "@/lib/domain/wallets/nonces/fill-nonce-gap";
import { planRebuild, type RebuildPlan } from "@/lib/indexer/plan-rebuild";
import { applyRebuild, type Rebuilt } from "@/lib/indexer/rebuild-chain";
import { positionOf } from "@/lib/indexer/rewind";
import { contextOf, defineCommand } from "@/operator/command";
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
    return {
      lines: [...planLines(plan), ...(plan.nodes.length > 1 ? [] : ["Only one node was asked."])],
      data: dataOf(plan),
      apply: async () => {
        if (plan.nodes.length < 2 && !isLocal && oneNode === undefined) {
          throw impossible(
            "One node alone is not believed: name another one with --compare URL, or say --one-node yes.",
          );
        }
        const done = await applyRebuild(ctx, plan);
        const repairs = await repairWallets(ctx, plan);
        return { lines: [...doneLines(done), ...repairs], data: { ...done, repairs } };
      },
    };
  },
});

/** Nonces that were used by transactions which we do not have, and which the chain does not have either. */
async function repairWallets(
  ctx: Context<OperatorActor>,
  { chainId, wallets }: RebuildPlan,
): Promise<string[]> {
  const lines: string[] = [];
  for (const { wallet } of wallets) {
    const { missing, canSign } = await planGapFill(ctx, { chainId, wallet });
    if (missing.length === 0) continue;
    const nonces = missing.map(({ nonce }) => nonce).join(", ");
    if (canSign) await fillGapAudited(ctx, { chainId, wallet });
    const repair = canSign ? "are used up by no-ops" : "cannot be used up: its key is missing";
    lines.push(`Wallet ${wallet}: no submission holds the nonces ${nonces}, which ${repair}.`);
  }
  return lines;
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
