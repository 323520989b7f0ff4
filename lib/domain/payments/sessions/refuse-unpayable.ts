import type { TransactionSql } from "@/db/client";
import type { MerchantStatus } from "@/lib/core/merchants/merchant-states";
import { requireActive } from "@/lib/domain/merchants/refuse-inactive";
import { openingStatus } from "@/lib/domain/platform/deployments/takes-new";
import { notRegistered, payoutUnusable } from "./view-inserted";

interface Registration {
  /** That counts for something new. */
  status: MerchantStatus;
  accountStatus: MerchantStatus;
  payoutIsUnusable: boolean;
}

/**
 * Refuses to open a session that exists where its creation would be refused now: its merchant is not in the deployment's
 * registry, or not active there, or its payout address there cannot be used.
 * @throws Refusal `permission_denied` with `merchant_suspended`, `merchant_closed`, `merchant_not_registered` or
 * `payout_unusable`
 */
export async function refuseUnpayable(
  tx: TransactionSql,
  { merchantId, deploymentId }: { merchantId: string; deploymentId: string },
): Promise<void> {
  const [registration] = await tx<Registration[]>`
    select ${openingStatus(tx)} as status, m.status as account_status,
      r.payout_trouble is not null as payout_is_unusable
    from merchant_registrations r join merchants m on m.id = r.merchant_id
    where r.merchant_id = ${merchantId} and r.deployment_id = ${deploymentId} and r.status <> 'none'`;
  if (!registration) throw notRegistered();
  requireActive(registration.status, registration.accountStatus);
  if (registration.payoutIsUnusable) throw payoutUnusable();
}
