import type { Chain } from "@/lib/adapters/chain/chains";
import { chainById } from "@/lib/adapters/chain/chains";
import { transactionCount } from "@/lib/adapters/chain/reads/transactions";
import { invalidState } from "@/lib/core/errors";
import type { SlotState } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { readFinality } from "@/lib/domain/wallets/finality";
import { isSlotOpen } from "@/lib/domain/wallets/is-slot-open";
import { readWallet, type WalletName } from "./wallet-rows";

/** A nonce that a slot stands for. */
export interface SlotNonce {
  readonly id: string;
  readonly nonce: bigint;
  readonly state: SlotState;
}

/** Where a wallet's counter and its chain stand. Counters are the next nonce. */
export interface CounterPlan extends WalletName {
  readonly databaseCounter: bigint;
  /** At the node's newest block: a nonce below it may come back by a reorganisation. */
  readonly latestCount: bigint;
  /** At the final block; null before the chain was read, or where the node has forgotten its state. */
  readonly finalCount: bigint | null;
  /** Slots that are not used up, in the order of their nonces. */
  readonly openSlots: readonly SlotNonce[];
  /** What the counter may be raised to; null when it is not behind a nonce that is used for good. */
  readonly target: bigint | null;
}

type RepairContext = Pick<Context, "db" | "chains" | "log">;

/**
 * Reads how far a wallet's counter is behind the chain. Changes nothing.
 * @throws Refusal `not_found`
 * @throws RpcError, RpcUnavailable
 */
export async function planCounterRaise(
  { db, chains }: RepairContext,
  name: WalletName,
): Promise<CounterPlan> {
  const chain = chainById(chains, name.chainId);
  const [{ nextNonce }, latestCount, finalCount, openSlots] = await Promise.all([
    readWallet(db, name),
    transactionCount(chain.rpc, name.wallet, "latest"),
    readFinalCount(db, chain, name),
    db<SlotNonce[]>`
      select b.id, b.nonce, b.state from relay_batches b
      where b.chain_id = ${name.chainId} and b.wallet = ${name.wallet} and ${isSlotOpen(db)}
      order by b.nonce`,
  ]);
  const target = finalCount !== null && finalCount > nextNonce ? finalCount : null;
  return { ...name, databaseCounter: nextNonce, latestCount, finalCount, openSlots, target };
}

/**
 * Raises a wallet's counter to the chain's count, so that no nonce is signed for that is used up. To the
 * count at the final block unless told; a higher one, up to the newest block's, is for the operator who
 * knows that those transactions stay: should they not, the nonces in between are a gap to be filled.
 * @returns the counter as it is now
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: the counter is not behind, or the chain has not come so far
 * @throws RpcError, RpcUnavailable
 */
export async function raiseCounter(
  ctx: RepairContext,
  { to, ...name }: WalletName & { readonly to?: bigint },
): Promise<CounterPlan> {
  const plan = await planCounterRaise(ctx, name);
  const target = to ?? plan.target;
  if (target === null) {
    throw invalidState("The counter is not behind the chain's final block.", {
      reason: "counter_not_behind",
    });
  }
  if (target > plan.latestCount) {
    throw invalidState("The chain has not used these nonces: payments would wait for them.", {
      reason: "counter_beyond_chain",
    });
  }
  const { count } = await ctx.db`
    update relay_wallets set next_nonce = ${target}, blocked_until = null, blocked_reason = null
    where chain_id = ${name.chainId} and address = ${name.wallet} and next_nonce < ${target}`;
  if (count === 0) {
    throw invalidState("The counter is there already.", { reason: "counter_not_behind" });
  }
  const { chainId, wallet, databaseCounter } = plan;
  const fields = { chainId, wallet, from: String(databaseCounter), to: String(target) };
  ctx.log.warn(fields, "an operator raised a wallet's counter");
  return planCounterRaise(ctx, name);
}

async function readFinalCount(
  db: Context["db"],
  chain: Chain,
  { wallet }: WalletName,
): Promise<bigint | null> {
  const finality = await readFinality(db, chain.id);
  if (!finality) return null;
  return transactionCount(chain.rpc, wallet, finality.number).catch(() => null);
}
