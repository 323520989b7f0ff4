import type { Db, TransactionSql } from "@/db/client";
import type { webhookReplays } from "@/db/schema/webhooks";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { getWebhookReplay } from "@/lib/contract/webhooks/webhook-replays";
import { notFound } from "@/lib/core/errors";
import { type ReplayStatus, replayTransitions, sourcesOf } from "@/lib/core/states";
import type { MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";

export type ReplayRow = typeof webhookReplays.$inferSelect;
export type ReplayView = OutputOf<typeof getWebhookReplay>;

/** A replay as the merchant sees it. */
export function viewReplay(row: ReplayRow): ReplayView {
  return {
    ...row,
    object: "webhook_replay",
    fromPosition: Number(row.fromPosition),
    toPosition: Number(row.toPosition),
  };
}

/**
 * One of the merchant's replays.
 * @throws Refusal `not_found`
 */
export async function findReplay(
  db: Db,
  actor: MerchantActor,
  { id, replayId }: { readonly id: string; readonly replayId: string },
): Promise<ReplayRow> {
  const [row] = await db<ReplayRow[]>`
    select * from webhook_replays
    where id = ${replayId} and endpoint_id = ${id} and ${ownedBy(db, actor)}`;
  if (!row) throw notFound("webhook replay");
  return row;
}

/**
 * Ends a replay whose row is locked, and drops what of it is not under way.
 * @returns whether it was running
 */
export async function endReplay(
  tx: TransactionSql,
  id: string,
  status: Exclude<ReplayStatus, "running">,
  reason: ReplayRow["reason"] = null,
): Promise<boolean> {
  const { count } = await tx`
    update webhook_replays set status = ${status}, reason = ${reason}, ended_at = clock_now()
    where id = ${id} and status in ${tx(sourcesOf(replayTransitions, status))}`;
  await tx`
    with open as (
      delete from webhook_replay_items where replay_id = ${id} returning dispatch_id
    ), discarded as (
      update webhook_dispatches set state = 'discarded'
      where id = any (array(select dispatch_id from open)) and state = 'pending'
      returning id
    )
    update webhook_deliveries set status = 'exhausted', error = 'replay_ended', next_attempt_at = null
    where dispatch_id = any (array(select id from discarded)) and status = 'pending'`;
  return count > 0;
}
