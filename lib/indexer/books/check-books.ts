import type { Chain } from "@/lib/adapters/chain/chains";
import { readBlock } from "@/lib/adapters/chain/reads/blocks";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import type { RpcNode } from "@/lib/adapters/chain/rpc/rpc";
import type { Context } from "@/lib/domain/platform/context";
import { findCursor, type Position } from "@/lib/indexer/cursor";
import { findFinalBlock } from "@/lib/indexer/final-block";
import { joinedSource } from "@/lib/indexer/second-reading";
import { blockBefore, contractsOn, type Source } from "@/lib/indexer/source";
import { type BookTotal, contractsKey, findBookCheck, readTotals } from "./book-check-rows";
import { chooseOtherNode } from "./choose-other-node";
import { comparePage } from "./compare-page";
import { compareSums } from "./compare-sums";
import { type BookKeeper, findSuspectBlocks } from "./keep-check";
import type { Difference } from "./movement";

type CheckContext = Pick<Context, "db" | "chains" | "config" | "log">;

/** What a comparison of a chain's books has found. */
export interface BookReport {
  readonly chainId: number;
  /** The node that was asked, by its name without keys; null where none could be. */
  readonly node: string | null;
  /** It is another one than the indexer's first. */
  readonly isOtherNode: boolean;
  /** Blocks above the first, up to the second, were compared now. */
  readonly above: bigint;
  readonly through: bigint;
  /** Everything up to a final block is compared. */
  readonly isComplete: boolean;
  /** Why it is not; null where it is. */
  readonly reason: string | null;
  /** Only the time was up: the next call goes on. */
  readonly goesOn: boolean;
  readonly differences: readonly Difference[];
  /** What the events say, by contract and token; empty where only a part was read. */
  readonly totals: readonly BookTotal[];
}

/** What to compare, for how long, and where to keep it. */
export interface BookCheckInput {
  /** The first block; where it is left out, the comparison goes on where the last one ended. */
  readonly from?: bigint | undefined;
  readonly until: Date;
  /** Keeps pages and outcome; null where nothing is to be kept. */
  readonly keeper: BookKeeper | null;
}

/**
 * Compares the books of a chain with the events and balances of its contracts, both read from another node than the
 * indexer's first one where there is one, up to the last final block that was read twice. A node that does not answer
 * leaves the chain unchecked: nothing follows from it. The same comparison twice says the same.
 */
export async function checkBooks(
  ctx: CheckContext,
  chain: Chain,
  input: BookCheckInput,
): Promise<BookReport> {
  const start = await findStart(ctx, chain);
  if (typeof start === "string") return unchecked(ctx, chain, input, start);
  const choice = await chooseOtherNode(ctx, chain, start.final);
  if (choice.node === null) return unchecked(ctx, chain, input, choice.reason);
  const place = await beginAt(ctx, choice.node, start, input);
  const progress: Progress = { ...place, differences: [], isOtherNode: choice.isOther };
  try {
    await lookAgain(ctx, choice.node, start.source, progress, input.keeper);
    return await compareAll(ctx, choice.node, start, progress, input);
  } catch (error) {
    if (!isChainTrouble(error)) throw error;
    const reason = `node ${choice.node.name} does not answer: ${error.name}`;
    await input.keeper?.fail(chain.id, reason, choice);
    return reportOf(chain, choice.node, progress, reason);
  }
}

interface Start {
  readonly source: Source;
  readonly final: Position;
  /** The last block that is compared. */
  readonly bound: bigint;
}

/** @returns a reason where the chain cannot be compared now */
async function findStart(ctx: CheckContext, chain: Chain): Promise<Start | string> {
  const [cursor, final] = await Promise.all([
    findCursor(ctx.db, chain.id),
    findFinalBlock(ctx.db, chain.id),
  ]);
  if (!cursor || !final) return "it has not been read yet";
  if (cursor.haltedReason !== null || cursor.doubtSince !== null) return "its reading is stopped";
  const waiting = await ctx.db`
    select from deployment_contracts
    where chain_id = ${chain.id} and joined_at is not null and booked_number is not null limit 1`;
  const source = await joinedSource(ctx, chain);
  const isJoined = source.contracts.length === contractsOn(ctx.chains, chain).length;
  if (waiting.length > 0 || !isJoined) return "the history of a contract is being booked";
  const { finalizedNumber, rereadNumber } = cursor;
  const bound = rereadNumber < finalizedNumber ? rereadNumber : finalizedNumber;
  return { source, final, bound };
}

interface Progress {
  readonly begun: bigint;
  above: bigint;
  readonly isOtherNode: boolean;
  /** Whether the totals are of everything up to `above`. */
  readonly isWhole: boolean;
  readonly totals: BookTotal[];
  differences: Difference[];
}

/** Where the comparison goes on: anew if the contracts or the chain have changed, or if it is to. */
async function beginAt(
  { db }: CheckContext,
  node: RpcNode,
  { source, bound }: Start,
  { from, keeper }: BookCheckInput,
): Promise<Pick<Progress, "begun" | "above" | "isWhole" | "totals">> {
  const { id } = source.chain;
  const first = source.contracts.length > 0 ? blockBefore(source.contracts) : bound;
  if (from !== undefined && from - 1n > first) {
    return { begun: from - 1n, above: from - 1n, isWhole: false, totals: [] };
  }
  const known = await findBookCheck(db, id);
  const goesOn =
    from === undefined &&
    known?.contracts === contractsKey(source) &&
    known.checkedNumber >= first &&
    known.checkedNumber <= bound &&
    (known.checkedHash === null ||
      (await readBlock(node, known.checkedNumber))?.hash === known.checkedHash);
  if (known && goesOn) {
    const above = known.checkedNumber;
    return { begun: above, above, isWhole: true, totals: [...(await readTotals(db, id))] };
  }
  await keeper?.begin(id, contractsKey(source), first);
  return { begun: first, above: first, isWhole: true, totals: [] };
}

/** Blocks where something differed are looked at again: it may have been repaired. */
async function lookAgain(
  ctx: CheckContext,
  node: RpcNode,
  source: Source,
  progress: Progress,
  keeper: BookKeeper | null,
): Promise<void> {
  for (const block of await findSuspectBlocks(ctx.db, source.chain.id, progress.above)) {
    const heights = { above: block - 1n, through: block };
    const { differences } = await comparePage(ctx, node, source, heights);
    progress.differences.push(...differences);
    await keeper?.keepBlock(source.chain.id, heights, differences);
  }
}

async function compareAll(
  ctx: CheckContext,
  node: RpcNode,
  { source, bound }: Start,
  progress: Progress,
  { until, keeper }: BookCheckInput,
): Promise<BookReport> {
  const { chain } = source;
  while (progress.above < bound) {
    const { above, totals, isWhole } = progress;
    if (new Date() > until) {
      const reason = `it is compared up to block ${above} of ${bound}`;
      await keeper?.fail(chain.id, reason, { node, isOther: progress.isOtherNode });
      return { ...reportOf(chain, node, progress, reason), goesOn: true };
    }
    const page = await comparePage(ctx, node, source, { above, through: bound }, totals);
    progress.differences.push(...page.differences);
    if (isWhole) {
      const hash = (await readBlock(node, page.through))?.hash ?? null;
      const isKept = await keeper?.keepPage(chain.id, { above, ...page }, { hash, totals });
      if (isKept === false) return reportOf(chain, node, progress, "another process compares it");
    } else {
      const heights = { above, through: page.through };
      await keeper?.keepBlock(chain.id, heights, page.differences);
    }
    progress.above = page.through;
  }
  if (progress.isWhole) {
    const sums = { totals: progress.totals, through: progress.above };
    const found = await compareSums(ctx, node, source, sums);
    progress.differences.push(...found);
    await keeper?.finish(chain.id, found, { node, isOther: progress.isOtherNode });
  }
  return reportOf(chain, node, progress, null);
}

function reportOf(
  { id }: Chain,
  node: RpcNode | null,
  progress: Omit<Progress, "isWhole">,
  reason: string | null,
): BookReport {
  const { begun, above, isOtherNode, differences, totals } = progress;
  const seen = { chainId: id, node: node?.name ?? null, isOtherNode, above: begun, through: above };
  return { ...seen, isComplete: reason === null, reason, goesOn: false, differences, totals };
}

async function unchecked(
  { db }: CheckContext,
  chain: Chain,
  { keeper }: BookCheckInput,
  reason: string,
): Promise<BookReport> {
  await keeper?.fail(chain.id, reason, null);
  const above = (await findBookCheck(db, chain.id))?.checkedNumber ?? -1n;
  const none = { differences: [], totals: [], isOtherNode: false };
  return reportOf(chain, null, { begun: above, above, ...none }, reason);
}
