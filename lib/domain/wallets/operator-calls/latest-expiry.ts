import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { openSessionStatuses } from "@/lib/core/states";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { isBeingPaid } from "@/lib/domain/wallets/is-being-paid";

/** A payment that is on its way at a session's end can be executed for a day, and moves the end to ten minutes after. */
const AFTER_END_SECONDS = 86_400 + 600;

/**
 * Until when the last of a merchant's sessions that can still be paid in a deployment can be settled, a payment that is on
 * its way at the session's end included; null without any.
 */
export async function latestExpiry(
  db: Db,
  {
    deployment: { id, mode },
    merchantId,
  }: { deployment: Pick<Deployment, "id" | "mode">; merchantId: string },
): Promise<Date | null> {
  const [row] = await db<{ latest: Date | null }[]>`
    select max(s.expires_at) + ${AFTER_END_SECONDS} * interval '1 second' as latest
    from payment_sessions s
    where ${ownedBy(db, { merchantId, mode }, "s")} and s.deployment_id = ${id}
      and s.status in (${stateList(db, openSessionStatuses)})
      and (s.expires_at > clock_now() or ${isBeingPaid(db)})`;
  return row?.latest ?? null;
}
