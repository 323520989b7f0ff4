import { asRows } from "@/db/as-rows";
import type { Db, TransactionSql } from "@/db/client";
import { isDue, type StoredSubscription } from "./due-renewals";

/** By the chain's clock: what a keeper took and has not signed by then is another's. */
const LEASE_SECONDS = 60;

/**
 * A subscription that a keeper has taken. Until it is signed for, or given back, `attemptAt` has the value that the
 * keeper gave it. A change of the subscription meanwhile gives it another one, which ends the claim.
 */
export interface ClaimedSubscription extends StoredSubscription {
  readonly attemptAt: Date;
  /** What it had before. */
  readonly dueAt: Date;
}

/**
 * Takes what is due by the time of a block, the oldest first. Nothing else is promised by it than that no other keeper
 * looks at the same for a minute.
 */
export async function claimRenewals(
  db: Db,
  { deploymentId, at, most }: { deploymentId: string; at: Date; most: number },
): Promise<ClaimedSubscription[]> {
  const leaseEnd = new Date(at.getTime() + LEASE_SECONDS * 1_000);
  const found = await db<(StoredSubscription & { dueAt: Date | null })[]>`
    with due as materialized (
      select s.id, s.attempt_at as due_at from subscriptions s
      where s.deployment_id = ${deploymentId} and s.attempt_at <= ${at} and ${isDue(db)}
      order by s.attempt_at limit ${most} for no key update of s skip locked
    )
    update subscriptions s set attempt_at = ${leaseEnd}
    from due where s.id = due.id
    returning s.*, due.due_at`;
  const rows = found.flatMap(({ attemptAt, dueAt, ...row }) =>
    attemptAt && dueAt ? [{ ...row, attemptAt, dueAt }] : [],
  );
  return rows.sort(
    (one, other) => one.dueAt.getTime() - other.dueAt.getTime() || (one.id < other.id ? -1 : 1),
  );
}

/** When a claimed subscription is looked at again. */
export interface NextLook {
  readonly claimed: ClaimedSubscription;
  readonly at: Date;
}

/** Ends claims: what changed meanwhile has its own time already. */
export async function lookAgain(
  db: Db | TransactionSql,
  looks: readonly NextLook[],
): Promise<void> {
  if (looks.length === 0) return;
  const rows = looks.map(({ claimed, at }) => ({ id: claimed.id, lease: claimed.attemptAt, at }));
  await db`
    update subscriptions s set attempt_at = r.at
    from json_to_recordset(${asRows(rows)}::text::json)
      as r(id text, lease timestamptz, at timestamptz)
    where s.id = r.id and s.attempt_at = r.lease`;
}

/** Gives claimed subscriptions back with the time that they had before the claim. */
export function giveBack(db: Db, claims: readonly ClaimedSubscription[]): Promise<void> {
  return lookAgain(
    db,
    claims.map((claimed) => ({ claimed, at: claimed.dueAt })),
  );
}

/** Locks a claimed subscription; undefined where it has changed. */
export async function lockClaimed(
  tx: TransactionSql,
  { id, attemptAt }: ClaimedSubscription,
): Promise<StoredSubscription | undefined> {
  const [row] = await tx<StoredSubscription[]>`
    select * from subscriptions
    where id = ${id} and attempt_at = ${attemptAt} and paused_at is null for no key update`;
  return row;
}
