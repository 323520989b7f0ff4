import { chainById } from "@/lib/adapters/chain/chains";
import type { resumeIndexer as declaration } from "@/lib/contract/admin/chains";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import { invalidState, notFound } from "@/lib/core/errors";
import { because } from "@/lib/domain/admin/because";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { findCursor } from "@/lib/indexer/cursor";
import { compareNodes, findFinalBlock, type NodeComparison } from "@/lib/indexer/final-block";
import { liftHalt } from "@/lib/indexer/lift-halt";

type Resumption = OutputOf<typeof declaration>;

/**
 * Lets the reading of a halted chain continue once a node has the final block again, by the rules of the operator's
 * command. The nodes are asked before, and shown side by side.
 * @throws Refusal `not_found`: no such chain, or it was never read
 * @throws Refusal `session_invalid_state` with `halted`: no node has the block, which a dry run answers instead
 */
export async function resumeIndexer(
  ctx: Context<AdminActor>,
  { chainId, reason, dryRun }: InputOf<typeof declaration>,
): Promise<Resumption> {
  const isKnown = ctx.chains.all.some(({ id }) => id === chainId);
  const cursor = isKnown ? await findCursor(ctx.db, chainId) : undefined;
  if (!cursor) throw notFound("chain");
  const final = await findFinalBlock(ctx.db, chainId);
  const nodes = final ? await compareNodes(ctx, chainById(ctx.chains, chainId), final) : [];
  const { haltedReason } = cursor;
  const possible = haltedReason !== null && (!final || nodes.some(isSame));
  const consequence = sayConsequence({ haltedReason, possible, number: cursor.number, nodes });
  const applied = !dryRun && haltedReason !== null;
  if (applied) {
    if (!possible) throw invalidState(consequence, { reason: "halted" });
    await liftHalt(because(ctx, reason), cursor);
  }
  return {
    ...{ object: "admin_resumption", applied, possible, consequence, chainId, haltedReason, nodes },
    number: String(cursor.number),
    finalBlock: final ? { number: String(final.number), hash: final.hash } : null,
  };
}

const isSame = ({ answer }: NodeComparison) => answer === "same";

function sayConsequence(found: {
  haltedReason: string | null;
  possible: boolean;
  number: bigint;
  nodes: readonly NodeComparison[];
}): string {
  const { haltedReason, possible, number, nodes } = found;
  if (haltedReason === null) return "The chain is not halted.";
  if (possible) return `Reading would continue after block ${number}.`;
  return nodes.every(({ answer }) => answer === "none")
    ? "No node can say whether it has the final block. Repair a node first."
    : "No node has the final block, so reading would stop again. Repair a node first, or rebuild the chain from the operator’s command line.";
}
