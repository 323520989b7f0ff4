import { readHead } from "@/lib/adapters/chain/blocks";
import { isChainTrouble } from "@/lib/adapters/chain/chain-trouble";
import type { Chain } from "@/lib/adapters/chain/chains";
import type { Context, SystemActor } from "@/lib/domain/context";
import { applySpan } from "./apply-span";
import { type CursorRow, findCursor, noteHead, type Position } from "./cursor";
import { type FinalMark, readFinalMark } from "./finality";
import { finalize } from "./finalize";
import { joinDeployments } from "./join-deployments";
import { openCursor } from "./open-cursor";
import { newPace, type Pace, readSpan, type Span } from "./read-span";
import { findLostBlock, type LostBlock, stepBack } from "./reorg";
import { deploymentsOn, joinedIds, type Source, sourceOf } from "./source";

/** How a scan ended. */
export type ScanOutcome =
  /** Everything up to the head that the node named has been read. */
  | { kind: "current" }
  /** Time was up, somebody else moved the cursor, or the node gave no usable answer: scan again. */
  | { kind: "unfinished" }
  | { kind: "halted"; reason: string }
  /** A finalised block is not part of the node's chain any more. */
  | { kind: "lost"; block: LostBlock };

const CURRENT: ScanOutcome = { kind: "current" };
const UNFINISHED: ScanOutcome = { kind: "unfinished" };

/**
 * Reads a chain from the cursor to its head: blocks, settlements and their effects, each span in one
 * transaction with the cursor; steps back from replaced blocks one by one; then moves finality. Trouble
 * with the node ends the scan without an error and without moving anything.
 */
export async function scanChain(
  ctx: Context<SystemActor>,
  chain: Chain,
  until: Date,
): Promise<ScanOutcome> {
  try {
    return await scan(ctx, chain, until);
  } catch (error) {
    if (!isChainTrouble(error)) throw error;
    ctx.log.warn({ chainId: chain.id, error: error.message }, "the chain cannot be read now");
    return UNFINISHED;
  }
}

async function scan(ctx: Context<SystemActor>, chain: Chain, until: Date): Promise<ScanOutcome> {
  const head = await readHead(chain.rpc);
  const mark = await readFinalMark(chain, head);
  const cursor = await openCursor(ctx, chain, mark);
  if (cursor.haltedReason !== null) return { kind: "halted", reason: cursor.haltedReason };
  await noteHead(ctx.db, chain.id, head.number);
  if (chain.local && head.number < cursor.finalizedNumber) {
    const block = await findLostBlock(ctx, chain);
    if (block) return { kind: "lost", block };
  }
  await joinDeployments(ctx, chain, until);
  const joined = await joinedIds(ctx.db, chain.id);
  const deployments = deploymentsOn(ctx.chains, chain).filter(({ id }) => joined.includes(id));
  const reader = new SpanReader(sourceOf(chain, deployments), head.number, mark);
  return follow(ctx, reader, cursor, { head, until });
}

/** Goes from the cursor to the head, one span after the other. */
async function follow(
  ctx: Context<SystemActor>,
  reader: SpanReader,
  cursor: CursorRow,
  { head, until }: { head: Position; until: Date },
): Promise<ScanOutcome> {
  const { source, mark } = reader;
  const { chain } = source;
  let at: Position = cursor;
  while (at.number < head.number || (at.number === head.number && at.hash !== head.hash)) {
    if (Date.now() >= until.getTime()) return UNFINISHED;
    const span = at.number < head.number ? await reader.take(at) : null;
    if (!span || span.forked) {
      const block = await stepBack(ctx, chain, at);
      if (block) return { kind: "lost", block };
    } else {
      const last = span.blocks.at(-1);
      if (last) reader.prefetch(last);
      if (last && (await applySpan(ctx, source, at, span))) {
        at = last;
        if (!(await finalize(ctx, chain, at, mark))) return UNFINISHED;
        continue;
      }
    }
    const moved = await findCursor(ctx.db, chain.id);
    if (!moved || moved.haltedReason !== null || isSame(moved, at)) return UNFINISHED;
    at = moved;
  }
  return (await finalize(ctx, chain, at, mark)) ? CURRENT : UNFINISHED;
}

function isSame(a: Position, b: Position): boolean {
  return a.number === b.number && a.hash === b.hash;
}

/** Reads the next span while the last one is being written. */
class SpanReader {
  readonly #pace: Pace = newPace();
  #next: { after: Position; span: Promise<Span> } | undefined;

  constructor(
    readonly source: Source,
    readonly head: bigint,
    readonly mark: FinalMark,
  ) {}

  prefetch(after: Position): void {
    if (after.number >= this.head) return;
    const span = this.#read(after);
    // Whoever takes the span sees the error; until then nobody has to.
    span.catch(() => {});
    this.#next = { after, span };
  }

  take(after: Position): Promise<Span> {
    const next = this.#next;
    this.#next = undefined;
    return next && isSame(next.after, after) ? next.span : this.#read(after);
  }

  #read(after: Position): Promise<Span> {
    const reach = { after, to: this.head, finalTo: this.mark.number };
    return readSpan(this.source, reach, this.#pace);
  }
}
