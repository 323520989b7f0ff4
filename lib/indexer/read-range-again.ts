import { transaction } from "@/db/client";
import { chainById } from "@/lib/adapters/chain/chains";
import { impossible } from "@/lib/core/errors";
import { type AuditedActor, recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";
import { chooseNode } from "./choose-node";
import { compareRange } from "./compare-range";
import { findCursor } from "./cursor";
import { beginningOf } from "./rewind";
import { joinedSource } from "./second-reading";

/** Final blocks of a chain, both ends included. */
export interface BlockRange {
  readonly chainId: number;
  readonly from: bigint;
  readonly to: bigint;
}

/**
 * The final blocks of a range that can hold something of ours. Changes nothing.
 * @throws Refusal there are none
 */
export async function planReading(
  ctx: Pick<Context, "db" | "chains">,
  { chainId, from, to }: { chainId: number; from: bigint; to?: bigint | undefined },
): Promise<BlockRange> {
  const first = beginningOf(ctx, chainById(ctx.chains, chainId)) + 1n;
  const cursor = await findCursor(ctx.db, chainId);
  if (!cursor) throw impossible(`Chain ${chainId} was never read.`);
  const final = cursor.finalizedNumber;
  const range = {
    from: from > first ? from : first,
    to: to !== undefined && to < final ? to : final,
  };
  if (range.from <= range.to) return { chainId, ...range };
  throw impossible(`Of these blocks none is final: chain ${chainId} is final up to ${final}.`);
}

/**
 * Compares what is booked of final blocks with what another node shows of them, or the only one, and books what is missing.
 * @returns how many logs were missing, and the node that was asked last
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readRangeAgain(
  ctx: Context<AuditedActor>,
  { chainId, from, to }: BlockRange,
): Promise<{ missing: number; node: string }> {
  const view = await chooseNode(ctx, chainById(ctx.chains, chainId));
  const source = await joinedSource(ctx, view.chain);
  let missing = 0;
  let asked = view.node.name;
  for (let above = from - 1n; above < to; ) {
    const read = await compareRange(ctx, view, source, { above, through: to, foundBy: "operator" });
    missing += read.missing;
    asked = read.node;
    above = read.through;
  }
  await transaction(ctx.db, (tx) =>
    recordAudit(ctx, tx, {
      action: "chain.read_again",
      subject: { type: "chain", id: String(chainId) },
      before: null,
      after: { from, to, node: asked, missing },
    }),
  );
  return { missing, node: asked };
}
