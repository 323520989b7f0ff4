import { type Db, type TransactionSql, transaction } from "@/db/client";
import type { Chain } from "@/lib/adapters/chain/chains";
import { type Block, readHead } from "@/lib/adapters/chain/reads/blocks";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { wakes } from "@/lib/core/operations/wakes";
import { tellReverted } from "@/lib/domain/payments/settlements/tell-reverted";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { bookHistories } from "@/lib/domain/subscriptions/books/book-history";
import { fallingDue } from "@/lib/domain/subscriptions/charges/due-renewals";
import { noticeArrivals } from "@/lib/domain/subscriptions/charges/notice-arrivals";
import { avoidNode, type ChainView, chooseNode } from "./choose-node";
import { type CursorRow, findCursor, lockCursor, moveCursor, type Position } from "./cursor";
import { seeEvents } from "./decode";
import { examineFinalBlock, type FinalBlockVerdict } from "./final-block";
import { type FinalMark, finalize, readFinalMark, readSafeMark } from "./finality";
import { joinContracts } from "./join-contracts";
import { openCursor } from "./open-cursor";
import { newPace, type Pace, readSpan, type Span } from "./read-span";
import { stepBack } from "./reorg";
import { readAgain } from "./second-reading";
import { contractsOn, joinedKeys, keyOf, type Source, sourceOf } from "./source";
import { advanceStages } from "./stages";
import { storeBlocks } from "./store-blocks";

/** How a scan ended; also with what became of the finalised block, if it is not there. */
export type ScanOutcome =
  /** Everything up to the head that the node named has been read. */
  | { kind: "current" }
  /** Time was up, another process moved the cursor, or the node gave no usable answer: scan again. */
  | { kind: "unfinished" }
  | Exclude<FinalBlockVerdict, { kind: "there" }>;

const CURRENT: ScanOutcome = { kind: "current" };
const UNFINISHED: ScanOutcome = { kind: "unfinished" };

/**
 * Reads a chain from the cursor to its head: blocks, our events and what follows from them, each span in one
 * transaction with the cursor; steps back from replaced blocks one by one; then moves finality and the
 * stages before it, and tells of payments that did not come back. A scan
 * asks one node, whose answers fit together; trouble with it ends the scan without an error and without
 * moving anything, and lets the next scan ask another one.
 */
export async function scanChain(
  ctx: Context<SystemActor>,
  chain: Chain,
  until: Date,
): Promise<ScanOutcome> {
  let view: ChainView | undefined;
  try {
    const verdict = await checkDoubt(ctx, chain);
    if (verdict.kind !== "there") return verdict;
    view = await chooseNode(ctx, chain);
    const outcome = await scan(ctx, view.chain, until);
    if (outcome.kind !== "current" && outcome.kind !== "unfinished") return outcome;
    return (await readAgain(ctx, view, until)) ? UNFINISHED : outcome;
  } catch (error) {
    if (!isChainTrouble(error)) throw error;
    if (view) avoidNode(view.node);
    const fields = { chainId: chain.id, node: view?.node.name, error: error.message };
    ctx.log.warn(fields, "the chain cannot be read now");
    return UNFINISHED;
  }
}

/** A chain that is halted or in doubt is left alone, but for the question whether it still is. */
async function checkDoubt(ctx: Context<SystemActor>, chain: Chain): Promise<FinalBlockVerdict> {
  const cursor = await findCursor(ctx.db, chain.id);
  const isInDoubt = cursor && (cursor.haltedReason !== null || cursor.doubtSince !== null);
  return isInDoubt ? examineFinalBlock(ctx, chain) : { kind: "there" };
}

type Head = Pick<Block, "number" | "timestamp">;

/**
 * Remembers the highest head that was seen, for the distance shown to operators, and what time the chain has: what is due
 * by its clock is looked for then. The relay, which may be at rest, is woken for what falls due with the head, in the same
 * transaction: no crash leaves it to the next minute.
 */
async function noteHead(db: Db, chainId: number, head: Head): Promise<void> {
  if (!(await fallsDue(db, chainId, head))) return writeHead(db, chainId, head);
  await transaction(db, async (tx) => {
    await writeHead(tx, chainId, head);
    await wake(tx, wakes.relay, { chainId });
  });
}

async function fallsDue(db: Db, chainId: number, { timestamp }: Head): Promise<boolean> {
  const [row] = await db<{ falls: boolean }[]>`
    select exists (${fallingDue(db, db`${timestamp}::timestamptz`)}) as falls
    from chain_cursors c where c.chain_id = ${chainId}`;
  return row?.falls === true;
}

async function writeHead(db: Db, chainId: number, { number, timestamp }: Head): Promise<void> {
  await db`
    update chain_cursors set head_number = greatest(head_number, ${number}), head_at = ${timestamp},
      updated_at = now()
    where chain_id = ${chainId}`;
}

async function scan(ctx: Context<SystemActor>, chain: Chain, until: Date): Promise<ScanOutcome> {
  const head = await readHead(chain.rpc);
  const [mark, safe] = await Promise.all([readFinalMark(chain, head), readSafeMark(chain, head)]);
  const cursor = await openCursor(ctx, chain, mark);
  await noteHead(ctx.db, chain.id, head);
  if (chain.local && head.number < cursor.finalizedNumber) {
    const verdict = await examineFinalBlock(ctx, chain);
    if (verdict.kind !== "there") return verdict;
  }
  await joinContracts(ctx, chain, until);
  const isBooked = await bookHistories(ctx, chain.id, until);
  const joined = await joinedKeys(ctx.db, chain.id);
  const configured = contractsOn(ctx.chains, chain);
  const contracts = configured.filter((one) => joined.has(keyOf(one)));
  // The cursor waits for the first history: with nothing to look for, a node would give every log.
  if (contracts.length === 0 && configured.length > 0) return UNFINISHED;
  const reader = new SpanReader(sourceOf(chain, contracts), head.number, mark);
  const outcome = await follow(ctx, reader, cursor, { head, safe, until });
  return outcome.kind === "current" && !isBooked ? UNFINISHED : outcome;
}

/**
 * Writes a span of blocks, their events, all that follows from them, and the cursor, in one transaction.
 * @returns false, and nothing is written, when the cursor is not where the span begins any more, or
 * other contracts are read along than the span was read for
 */
async function applySpan(
  ctx: Context<SystemActor>,
  source: Source,
  from: Position,
  span: Span,
): Promise<boolean> {
  const last = span.blocks.at(-1);
  if (!last) return false;
  const chainId = source.chain.id;
  return transaction(ctx.db, async (tx) => {
    const cursor = await lockCursor(tx, chainId, from);
    if (!cursor || !(await readsSame(tx, source))) return false;
    await storeBlocks(tx, chainId, span.blocks);
    await seeEvents(ctx, tx, chainId, span.events);
    await moveCursor(tx, cursor, last);
    return true;
  });
}

async function readsSame(tx: TransactionSql, { chain, contracts }: Source): Promise<boolean> {
  const joined = await joinedKeys(tx, chain.id);
  return joined.size === contracts.length && contracts.every((one) => joined.has(keyOf(one)));
}

/** Goes from the cursor to the head, one span after the other. */
async function follow(
  ctx: Context<SystemActor>,
  reader: SpanReader,
  cursor: CursorRow,
  { head, safe, until }: { head: Block; safe: FinalMark | null; until: Date },
): Promise<ScanOutcome> {
  const { source, mark } = reader;
  const { chain } = source;
  let at: Position = cursor;
  while (at.number < head.number || (at.number === head.number && at.hash !== head.hash)) {
    if (Date.now() >= until.getTime()) return UNFINISHED;
    const span = at.number < head.number ? await reader.take(at) : null;
    if (!span || span.forked) {
      const verdict = await stepBack(ctx, chain, at);
      if (verdict.kind !== "there") return verdict;
    } else {
      const last = span.blocks.at(-1);
      if (last) reader.prefetch(last);
      if (last && (await applySpan(ctx, source, at, span))) {
        at = last;
        if (!(await settle(ctx, chain, at, { mark, safe }))) return UNFINISHED;
        continue;
      }
    }
    const moved = await findCursor(ctx.db, chain.id);
    if (!moved || isSame(moved, at)) return UNFINISHED;
    at = moved;
  }
  if (!(await settle(ctx, chain, at, { mark, safe }))) return UNFINISHED;
  await tellReverted(ctx, { chainId: chain.id, readTo: at.number });
  await noticeArrivals(ctx, chain, head);
  return CURRENT;
}

/** Confirms what is final, then what its merchants take before it is. */
async function settle(
  ctx: Context<SystemActor>,
  chain: Chain,
  at: Position,
  { mark, safe }: { mark: FinalMark; safe: FinalMark | null },
): Promise<boolean> {
  return (await finalize(ctx, chain, at, mark)) && (await advanceStages(ctx, chain, at, safe));
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
    // `take` returns the span with its error; until then the rejection counts as handled.
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
