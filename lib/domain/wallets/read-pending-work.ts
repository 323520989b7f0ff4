import type { Context } from "@/lib/domain/platform/context";
import { heldQueue } from "@/lib/domain/wallets/queue/work-queues";
import { isInFlight } from "./is-in-flight";
import { isSlotOpen } from "./is-slot-open";
import type { BlockedReason } from "./nonces/block-wallet";
import { type Carrier, tasksOf } from "./relay-task";

/** What there is to do for a wallet. */
export interface PendingWork {
  /** What is due of its tasks, of each counted up to a batch. */
  readonly waiting: number;
  /** How long the oldest of it has been due. */
  readonly oldestMs: number;
  /** Slots that are signed and not mined. */
  readonly inFlight: number;
  /** 1 when slots are mined and not final, else 0. */
  readonly mined: number;
  /** Held submissions of the chain that are due, counted up to a batch. */
  readonly held: number;
  /** Why the wallet could not sign when it last tried, and how long it does not try again. */
  readonly blockedReason: BlockedReason | null;
  readonly blockedMs: number;
}

/**
 * Reads what there is to do for a wallet in one round trip.
 * @param carrier.role null for a wallet that signs for nothing: its slots are watched
 */
export async function readPendingWork(
  ctx: Pick<Context, "db" | "modules">,
  { role, shard }: { readonly role: Carrier["role"] | null; readonly shard: Carrier["shard"] },
  most: number,
): Promise<PendingWork> {
  const { db } = ctx;
  const { chainId, wallet } = shard;
  const queries =
    role === null ? [] : tasksOf(ctx, role).map((task) => task.waiting(db, { role, shard }, most));
  const due = queries.reduce(
    (one, other) => db`${one} union all (${other})`,
    db`select 0 as waiting, 0::float8 as oldest_ms`,
  );
  const [row] = await db<PendingWork[]>`
    select due.*, slots.*, held.*, blocked.*
    from (
      select sum(waiting)::int as waiting, max(oldest_ms) as oldest_ms from (${due}) tasks
    ) due, (
      select
        (
          select count(*)::int from relay_batches b
          where b.chain_id = ${chainId} and b.wallet = ${wallet} and ${isSlotOpen(db)}
            and ${isInFlight(db)}
        ) as in_flight,
        exists (
          select from relay_batches b
          where b.chain_id = ${chainId} and b.wallet = ${wallet} and ${isSlotOpen(db)}
            and b.state = 'mined'
        )::int as mined
    ) slots, (
      select count(*)::int as held from (
        select from relay_open_submissions
        where queue = ${heldQueue(chainId)} and due_at <= clock_now() limit ${most}
      ) h
    ) held, (
      select max(blocked_reason) as blocked_reason,
        coalesce(greatest(0, extract(epoch from max(blocked_until) - now()) * 1000), 0)::float8
          as blocked_ms
      from relay_wallets where chain_id = ${chainId} and address = ${wallet}
    ) blocked`;
  if (!row) throw new Error("an aggregate always has a row");
  return row;
}
