import type { Db } from "@/db/client";
import type { relayAttempts, relayBatches } from "@/db/schema/relay";
import { type Hex, hexOf } from "@/lib/core/hex";
import { isSlotOpen } from "@/lib/domain/relay/is-slot-open";
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
export type OpenBatch = typeof relayBatches.$inferSelect & {
  /** Oldest first; there is one at the least, since a slot is stored with it. */
  readonly attempts: readonly OpenAttempt[];
  /** No item can be executed any more, or all are settled. */
  readonly pointless: boolean;
};

/** A wallet's slots that are signed or in flight, in the order of their nonces. */
export async function findOpenBatches(
  db: Db,
  { chainId, wallet }: WalletLease,
  most: number,
): Promise<OpenBatch[]> {
  const batches = await db<Omit<OpenBatch, "attempts">[]>`
    select b.*, not exists (
      select from relay_batch_items i join relay_submissions s on s.id = i.submission_id
      where i.batch_id = b.id and i.open and s.state in ('signed', 'broadcast', 'mined')
    ) as pointless
    from relay_batches b
    where b.chain_id = ${chainId} and b.wallet = ${wallet} and ${isSlotOpen(db)}
      and b.state in ('signed', 'in_flight')
    order by b.nonce limit ${most}`;
  if (batches.length === 0) return [];
  const attempts = await attemptsOf(
    db,
    batches.map(({ id }) => id),
  );
  return batches.map((batch) => ({
    ...batch,
    attempts: attempts.filter(({ batchId }) => batchId === batch.id),
  }));
}

/** The attempts of slots, oldest first. */
async function attemptsOf(db: Db, batchIds: readonly string[]): Promise<OpenAttempt[]> {
  const rows = await db<(Omit<OpenAttempt, "raw"> & { raw: Buffer })[]>`
    select hash, batch_id, kind, raw, max_fee_per_gas, max_priority_fee_per_gas, last_error,
      extract(epoch from now() - created_at)::float8 as age_seconds,
      extract(epoch from now() - last_sent_at)::float8 as sent_seconds_ago
    from relay_attempts where batch_id = any (${[...batchIds]}::text[]) and raw is not null
    order by created_at, max_fee_per_gas`;
  return rows.map((row) => ({ ...row, raw: hexOf(row.raw) }));
}
