import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { openSessionStatuses } from "@/lib/core/states";
import { ownedBy } from "@/lib/domain/platform/owned-by";

/** When the last of a merchant's sessions expires that can still be paid in a deployment; null without any. */
export async function latestExpiry(
  db: Db,
  {
    deployment: { id, mode },
    merchantId,
  }: { deployment: Pick<Deployment, "id" | "mode">; merchantId: string },
): Promise<Date | null> {
  const [row] = await db<{ latest: Date | null }[]>`
    select max(expires_at) as latest from payment_sessions
    where ${ownedBy(db, { merchantId, mode })} and deployment_id = ${id}
      and status in (${stateList(db, openSessionStatuses)}) and expires_at > clock_now()`;
  return row?.latest ?? null;
}
