import type { OutputOf } from "@/lib/contract/endpoint";
import type { markNotificationsRead as declaration } from "@/lib/contract/insight/notifications";
import { notFound } from "@/lib/core/errors";
import type { Context, SessionActor } from "@/lib/domain/platform/context";

/**
 * Marks every notification of a merchant as read, in both modes. The moment never goes back.
 * @throws Refusal `not_found`: the merchant
 */
export async function markNotificationsRead({
  db,
  actor,
}: Context<SessionActor>): Promise<OutputOf<typeof declaration>> {
  const [row] = await db<{ readAt: Date | null }[]>`
    update merchants
    set notifications_last_read_at = greatest(notifications_last_read_at, clock_now())
    where id = ${actor.merchantId} returning notifications_last_read_at as read_at`;
  if (!row) throw notFound("merchant");
  return { object: "notifications_read", unreadCount: 0, notificationsLastReadAt: row.readAt };
}
