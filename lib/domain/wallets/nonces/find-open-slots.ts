import type { Db } from "@/db/client";
import type { relayAttempts, relayBatches } from "@/db/schema/relay";
import type { Hex } from "@/lib/core/chain/hex";
import type { Context } from "@/lib/domain/platform/context";
import { isInFlight } from "@/lib/domain/wallets/is-in-flight";
import { isSlotOpen } from "@/lib/domain/wallets/is-slot-open";
import type { WalletLease } from "./wallet-lease";

/** Signed bytes of a slot, with how long ago they were made and sent, by the database's clock. */
export type OpenAttempt = Pick<
  typeof relayAttempts.$inferSelect,
  "hash" | "batchId" | "kind" | "maxFeePerGas" | "maxPriorityFeePerGas" | "lastError"
> & {
  /** Of an open slot they are there. */
  readonly raw: Hex;
  readonly ageSeconds: number;
  /** Null before the first sending. */
  readonly sentSecondsAgo: number | null;
};

/** A nonce slot whose transaction is not known to be mined. */
export type OpenSlot = typeof relayBatches.$inferSelect & {
  /** Oldest first; there is one at the least, since a slot is stored with it. */
  readonly attempts: readonly OpenAttempt[];
  /** Nothing that it carries is to be executed any more. */
  readonly pointless: boolean;
};

/** A wallet's slots that are signed or in flight, in the order of their nonces. */
export async function findOpenSlots(
  { db, modules }: Pick<Context, "db" | "modules">,
  { chainId, wallet }: WalletLease,
  most: number,
): Promise<OpenSlot[]> {
  const isWanted = modules.relayTasks
    .map(({ slots: rules }) => rules.isWanted(db))
    .reduce((one, other) => db`${one} or ${other}`);
  const slots = await db<Omit<OpenSlot, "attempts">[]>`
    select b.*, not (${isWanted}) as pointless
    from relay_batches b
    where b.chain_id = ${chainId} and b.wallet = ${wallet} and ${isSlotOpen(db)}
      and ${isInFlight(db)}
    order by b.nonce limit ${most}`;
  if (slots.length === 0) return [];
  const attempts = await attemptsOf(
    db,
    slots.map(({ id }) => id),
  );
  return slots.map((slot) => ({
    ...slot,
    attempts: attempts.filter(({ batchId }) => batchId === slot.id),
  }));
}

/** The attempts of slots, oldest first. */
async function attemptsOf(db: Db, batchIds: readonly string[]): Promise<OpenAttempt[]> {
  const rows = await db<OpenAttempt[]>`
    select hash, batch_id, kind, raw, max_fee_per_gas, max_priority_fee_per_gas, last_error,
      extract(epoch from now() - created_at)::float8 as age_seconds,
      extract(epoch from now() - last_sent_at)::float8 as sent_seconds_ago
    from relay_attempts where batch_id = any (${[...batchIds]}::text[]) and raw is not null
    order by created_at, max_fee_per_gas`;
  return rows;
}
