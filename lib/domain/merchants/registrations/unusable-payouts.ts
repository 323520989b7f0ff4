import type { Db } from "@/db/client";
import type { Address } from "@/lib/core/chain/hex";
import { notFound } from "@/lib/core/errors";
import type { PayoutTrouble } from "@/lib/core/kinds";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";

/** A merchant whose payout address on the chain cannot be used: no session is opened there. */
export interface UnusablePayout {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly deploymentId: string;
  readonly payout: Address;
  readonly trouble: PayoutTrouble;
}

/** More are not shown at once. */
const MOST_SHOWN = 100;

/** Lists them, of one merchant or of all. */
export function listUnusablePayouts(
  db: Db,
  merchantId: string | null = null,
): Promise<UnusablePayout[]> {
  return db<UnusablePayout[]>`
    select merchant_id, mode, deployment_id, payout, payout_trouble as trouble
    from merchant_registrations
    where payout_trouble is not null and status in ('active', 'suspended')
      and (${merchantId}::text is null or merchant_id = ${merchantId})
    order by merchant_id, deployment_id limit ${MOST_SHOWN}`;
}

/**
 * Opens sessions with a payout address again although it was found unusable, until the chain names another one.
 * @throws Refusal `not_found` the merchant has no such address there, or it was changed
 */
export async function acknowledgePayout(
  { db }: Pick<Context, "db">,
  { merchantId, deploymentId, payout }: UnusablePayout,
): Promise<UnusablePayout> {
  const [row] = await db<UnusablePayout[]>`
    update merchant_registrations m set payout_trouble = null
    from (
      select deployment_id, chain_merchant_id, payout_trouble from merchant_registrations
      where merchant_id = ${merchantId} and deployment_id = ${deploymentId}
        and payout_trouble is not null for no key update
    ) was
    where m.deployment_id = was.deployment_id and m.chain_merchant_id = was.chain_merchant_id
      and m.payout = ${payout}
    returning m.merchant_id, m.mode, m.deployment_id, m.payout, was.payout_trouble as trouble`;
  if (!row) throw notFound("unusable payout address");
  return row;
}
