import { canSign, type RelayWallet } from "@/lib/adapters/chain/calls/relayer";
import type { Chain } from "@/lib/adapters/chain/chains";
import type { FeeMarket } from "@/lib/adapters/chain/reads/fee-market";
import type { Context } from "@/lib/domain/platform/context";
import { warnOnce } from "@/lib/domain/wallets/warn-once";
import { feeCap, isUnderpriced, payloadCap, replacementFees } from "./fees";
import type { OpenAttempt, OpenSlot } from "./find-open-slots";
import { replaceAttempt } from "./replace-attempt";
import { sendAttempt } from "./send-attempt";

/** A wallet whose slots are watched, on its chain. */
export interface WatchedWallet {
  readonly chain: Chain;
  readonly relayer: RelayWallet;
  /** Read once per round. */
  readonly market: () => Promise<FeeMarket>;
}

type RelayContext = Pick<Context, "db" | "log" | "config" | "modules">;

/** Answers after which the same bytes will not be mined. */
const tooCheap = /underpriced|fee_?too_?low|less than block base fee|max fee per gas/i;

/**
 * Does what an open slot needs: sends its newest bytes for the first time, again when the node may have
 * lost them, or signs a replacement when they offer too little or have waited too long.
 */
export async function advanceSlot(
  ctx: RelayContext,
  watched: WatchedWallet,
  slot: OpenSlot,
): Promise<void> {
  const newest = slot.attempts.at(-1);
  if (!newest) throw new Error(`The slot ${slot.id} has no attempt`);
  const { resendSeconds, bumpSeconds } = pace(watched.chain);
  if (slot.pointless && newest.kind === "payload" && mayClose(slot, newest, bumpSeconds)) {
    return replace(ctx, watched, slot, newest, "noop");
  }
  if (newest.sentSecondsAgo !== null && newest.ageSeconds >= bumpSeconds) {
    const cheap =
      isUnderpriced(newest, await watched.market()) || tooCheap.test(newest.lastError ?? "");
    if (cheap || newest.ageSeconds >= 4 * bumpSeconds) {
      return replace(ctx, watched, slot, newest, newest.kind);
    }
  }
  await resend(ctx, watched, newest, resendSeconds);
}

/** Seconds after which bytes are sent again, and after which they are replaced. */
function pace({ preset }: Chain): { resendSeconds: number; bumpSeconds: number } {
  return {
    resendSeconds: Math.max(2 * preset.blockSeconds, 3),
    bumpSeconds: Math.max(4 * preset.blockSeconds, 15),
  };
}

/** What was never taken by a node is closed at once, anything else when it does not get mined. */
function mayClose(slot: OpenSlot, newest: OpenAttempt, bumpSeconds: number): boolean {
  return slot.state === "signed" || newest.ageSeconds >= bumpSeconds;
}

async function resend(
  ctx: RelayContext,
  { chain }: WatchedWallet,
  newest: OpenAttempt,
  resendSeconds: number,
): Promise<void> {
  const { sentSecondsAgo } = newest;
  if (sentSecondsAgo !== null && sentSecondsAgo < resendSeconds) return;
  await sendAttempt(ctx, chain, newest);
}

async function replace(
  ctx: RelayContext,
  { chain, relayer, market }: WatchedWallet,
  slot: OpenSlot,
  newest: OpenAttempt,
  kind: "payload" | "noop",
): Promise<void> {
  const cap = feeCap(ctx.config);
  const limit = kind === "noop" ? cap : payloadCap(cap);
  const fees = canSign(relayer) ? replacementFees(newest, await market(), limit) : null;
  if (!canSign(relayer) || !fees) {
    const { wallet, nonce } = slot;
    const fields = { chainId: chain.id, wallet, nonce: String(nonce), batchId: slot.id };
    const cause = canSign(relayer) ? "at the fee cap" : "and its wallet's key is gone";
    warnOnce(ctx.log, `stuck:${wallet}`, fields, `a relayed transaction is stuck ${cause}`);
    // The slot is not needed, and no node has it.
    if (slot.pointless && slot.state === "signed") return;
    return resend(ctx, { chain, relayer, market }, newest, pace(chain).resendSeconds);
  }
  const stored = await replaceAttempt(ctx.db, relayer, slot, { kind, fees });
  if (stored) await sendAttempt(ctx, chain, stored);
}
