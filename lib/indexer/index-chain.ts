import { transaction } from "@/db/client";
import { isPool } from "@/db/sql";
import { type Chain, chainById } from "@/lib/adapters/chain/chains";
import { createSignal, type Signal } from "@/lib/core/async/signal";
import { wakes } from "@/lib/core/operations/wakes";
import { releaseHeldSettlements } from "@/lib/domain/payments/settlements/release-held-settlements";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { subscribeOutbox } from "@/lib/domain/platform/outbox/subscribe-outbox";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { releaseHeldCharges } from "@/lib/domain/subscriptions/books/release-held-charges";
import { lookSeconds } from "./doubt";
import { type OpenWork, readOpenWork } from "./open-work";
import { rebuildChain } from "./rebuild-chain";
import { type ScanOutcome, scanChain } from "./scan-chain";

/**
 * How long a chain is followed while there is nothing to wait for: until the next minute's tick takes
 * over; `whileOpen` goes on over the tick if something is open.
 */
type Following = "untilTick" | "whileOpen";

/** Between two looks at a chain in doubt, of which each second one may count. */
const doubtPauseMs = (lookSeconds * 1000) / 2;

const SHORTEST_POLL_MS = 250;
const SHORTEST_BLOCK_POLL_MS = 500;
const IDLE_POLL_MS = 5_000;
/** A run ends so long before a tick: ticks are skipped while a run is under way, so runs never pile up. */
const HANDOVER_MS = 2_000;

/** Whether a chain that has been read to its head need not be followed on. */
export function mayEnd(work: OpenWork, follow: Following | undefined): boolean {
  if (follow === undefined) return !work.unfinished;
  if (work.tickInMs > HANDOVER_MS) return false;
  return follow === "untilTick" || !(isEager(work) || work.payable);
}

/** Whether the next block may bring something that is not to wait for the one after it. */
const isEager = ({ unfinished, inGrace, dueSoon }: OpenWork): boolean =>
  unfinished || inGrace || dueSoon;

/** Milliseconds until the next look at a chain. */
export function pauseAfter({ preset }: Chain, { kind }: ScanOutcome, work: OpenWork): number {
  const { payable, tickInMs } = work;
  if (isEager(work) || kind !== "current") {
    return Math.max(SHORTEST_POLL_MS, preset.blockSeconds * 500);
  }
  if (payable) return Math.max(SHORTEST_BLOCK_POLL_MS, preset.blockSeconds * 1000);
  return Math.min(IDLE_POLL_MS, Math.max(SHORTEST_POLL_MS, tickInMs - HANDOVER_MS));
}

/** What to index, and for how long. */
export interface IndexInput {
  readonly chainId: number;
  readonly until: Date;
  /** Without it the call ends once all is final. */
  readonly follow?: Following;
}

/** How a call ended. */
export interface IndexOutcome {
  /** When to be called again; null when a wake-up or the next tick will do. */
  readonly nextDueInMs: number | null;
  /** A finalised block was lost: nothing moves until it is there again, or a person decides. */
  readonly halted: boolean;
}

/** Raised when a chain may have something new, or the process is to end. */
interface ScanSignal extends Pick<Signal, "wait"> {
  close(): void;
}

/** Opens a signal. On a connection that cannot listen it is raised at the process's end alone. */
export function openScanSignal({ db, stopping }: Pick<Context, "db" | "stopping">): ScanSignal {
  const signal = createSignal();
  const unsubscribe = isPool(db)
    ? subscribeOutbox(db, (name) => {
        if (name === wakes.chain) signal.raise();
      })
    : () => {};
  stopping?.addEventListener("abort", signal.raise);
  return {
    wait: signal.wait,
    close: () => {
      unsubscribe();
      stopping?.removeEventListener("abort", signal.raise);
    },
  };
}

/**
 * Follows a chain: reads it to its head and looks again, until `until`: about twice a block while a
 * payment is not final, the relay has a transaction out, a charge falls due soon, or a payer is in a grace period, once a
 * block while a session may be paid, and each five seconds otherwise. What the relay sends is heard at once. Any number may run at once.
 * Trouble with the node is a reason to look again, never an error.
 */
export async function indexChain(
  ctx: Context<SystemActor>,
  { chainId, until, follow }: IndexInput,
): Promise<IndexOutcome> {
  const chain = chainById(ctx.chains, chainId);
  const signal = openScanSignal(ctx);
  try {
    await releaseHeldSettlements(ctx, { chainId });
    await releaseHeldCharges(ctx, { chainId });
    for (;;) {
      const outcome = await scanAndRebuild(ctx, chain, until);
      if (outcome.kind === "halted") return { nextDueInMs: null, halted: true };
      // In doubt nothing moves: others can use the time until the next look.
      if (outcome.kind === "doubted") return { nextDueInMs: doubtPauseMs, halted: false };
      const work = await readOpenWork(ctx.db, chainId);
      if (outcome.kind === "current" && mayEnd(work, follow)) {
        return { nextDueInMs: null, halted: false };
      }
      const pauseMs = pauseAfter(chain, outcome, work);
      if (ctx.stopping?.aborted || Date.now() + pauseMs >= until.getTime()) {
        return { nextDueInMs: pauseMs, halted: false };
      }
      await signal.wait(pauseMs);
    }
  } finally {
    signal.close();
  }
}

async function scanAndRebuild(
  ctx: Context<SystemActor>,
  chain: Chain,
  until: Date,
): Promise<ScanOutcome> {
  const outcome = await scanChain(ctx, chain, until);
  if (outcome.kind !== "lost") return outcome;
  const { number, hash } = outcome.block;
  const fields = { chainId: chain.id, block: String(number), hash };
  ctx.log.warn(fields, "the local chain lost a finalised block");
  return rebuildChain(ctx, { chainId: chain.id, until });
}

/**
 * Asks for every chain to be read that is configured, or that another process has read within the hour:
 * payments that the relay does not know of arrive unannounced.
 */
export async function wakeChains(ctx: Context<SystemActor>): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const configured = ctx.chains.all.map(({ id }) => id);
    const others = await tx<{ chainId: number }[]>`
      select chain_id from chain_cursors
      where chain_id <> all (${configured}) and head_at > now() - interval '1 hour'`;
    for (const chainId of [...configured, ...others.map((other) => other.chainId)]) {
      await wake(tx, wakes.chain, { chainId });
    }
  });
}
