import { transaction } from "@/db/client";
import { relayersOf, signerOf } from "@/lib/adapters/chain/calls/relayer";
import type { Address } from "@/lib/core/chain/hex";
import { invalidState } from "@/lib/core/errors";
import { wakes } from "@/lib/core/operations/wakes";
import type { SlotState } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { isSlotOpen } from "@/lib/domain/wallets/is-slot-open";
import { readWallet, type WalletName } from "./wallet-rows";

/** What a wallet leaves behind when it is taken out of service. */
export interface RetirementPlan extends WalletName {
  /** Null while it is in service. */
  readonly retiredAt: Date | null;
  /** Whether its key is configured: without it, slots that are stuck cannot be replaced or closed. */
  readonly canSign: boolean;
  /** Payments that were taken and not signed for: the other wallets take them over. */
  readonly queued: number;
  /** Slots that are watched to their end, by state. */
  readonly openSlots: Readonly<Partial<Record<SlotState, number>>>;
  /** Payments in those slots: decided at finality, never moved before. */
  readonly signedPayments: number;
  /** Wallets with a key that stay in service on the chain. */
  readonly others: number;
}

type RepairContext = Pick<Context, "db" | "config" | "log" | "modules">;

/**
 * Counts what depends on a wallet. Changes nothing.
 * @throws Refusal `not_found`
 */
export async function planRetirement(
  { db, config, modules }: RepairContext,
  name: WalletName,
): Promise<RetirementPlan> {
  const { chainId, wallet } = name;
  const keys = relayersOf(config).map(({ address }) => address);
  const { retiredAt } = await readWallet(db, name);
  const [bound, slots, retired] = await Promise.all([
    Promise.all(modules.relayTasks.map((task) => task.countBound(db, name))),
    db<{ state: SlotState; count: number }[]>`
      select b.state, count(*)::int as count from relay_batches b
      where b.chain_id = ${chainId} and b.wallet = ${wallet} and ${isSlotOpen(db)}
      group by b.state`,
    db<{ address: Address }[]>`
      select address from relay_wallets where chain_id = ${chainId} and retired_at is not null`,
  ]);
  const out = new Set([wallet, ...retired.map(({ address }) => address)]);
  return {
    ...name,
    retiredAt,
    canSign: signerOf(config, wallet) !== undefined,
    queued: bound.reduce((sum, { queued }) => sum + queued, 0),
    openSlots: Object.fromEntries(slots.map(({ state, count }) => [state, count])),
    signedPayments: bound.reduce((sum, { signed }) => sum + signed, 0),
    others: keys.filter((address) => !out.has(address)).length,
  };
}

/**
 * Takes a wallet out of service: it takes no payment more, what it had not signed for goes to the other
 * wallets, and its slots are watched to their end, whether its key is there or lost.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: it is retired already
 */
export async function retireWallet(ctx: RepairContext, name: WalletName): Promise<RetirementPlan> {
  const { chainId, wallet } = name;
  await readWallet(ctx.db, name);
  await transaction(ctx.db, async (tx) => {
    // The higher fence ends the work of a process that is about to sign with the wallet.
    const { count } = await tx`
      update relay_wallets set retired_at = clock_now(), fence = fence + 1, lease_owner = null,
        lease_until = null
      where chain_id = ${chainId} and address = ${wallet} and retired_at is null`;
    if (count === 0) throw invalidState("The wallet is retired.", { reason: "already_retired" });
    for (const task of ctx.modules.relayTasks) await task.giveBack(tx, name);
    await wake(tx, wakes.relay, { chainId });
  });
  ctx.log.warn({ ...name }, "an operator retired a relay wallet");
  return planRetirement(ctx, name);
}

/**
 * Takes a retired wallet back into service.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: it is in service
 */
export async function reinstateWallet(
  ctx: RepairContext,
  name: WalletName,
): Promise<RetirementPlan> {
  const { chainId, wallet } = name;
  await readWallet(ctx.db, name);
  await transaction(ctx.db, async (tx) => {
    const { count } = await tx`
      update relay_wallets set retired_at = null
      where chain_id = ${chainId} and address = ${wallet} and retired_at is not null`;
    if (count === 0) throw invalidState("The wallet is in service.", { reason: "not_retired" });
    await wake(tx, wakes.relay, { chainId });
  });
  ctx.log.warn({ ...name }, "an operator took a relay wallet back into service");
  return planRetirement(ctx, name);
}
