import type { TransactionSql } from "@/db/client";
import type { MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";

/** How many enabled endpoints a merchant has in a mode at most. */
export const maxEndpoints = 16;

/**
 * Waits for every other creation or enabling of the merchant's endpoints, and keeps them waiting until
 * the transaction ends, so that two requests cannot both take the last place.
 */
export async function lockEndpointRoom(
  tx: TransactionSql,
  { merchantId }: MerchantActor,
): Promise<void> {
  await tx`select 1 from merchants where id = ${merchantId} for no key update`;
}

/** Whether one more endpoint may be enabled; disabled ones take no place. Call `lockEndpointRoom` first. */
export async function hasEndpointRoom(
  tx: TransactionSql,
  { merchantId, mode }: MerchantActor,
): Promise<boolean> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from webhook_endpoints
    where ${ownedBy(tx, { merchantId, mode })} and status = 'enabled'`;
  return row !== undefined && row.count < maxEndpoints;
}
