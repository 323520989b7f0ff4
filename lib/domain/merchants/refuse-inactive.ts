import type { TransactionSql } from "@/db/client";
import type { merchants } from "@/db/schema/merchants";
import { Refusal } from "@/lib/core/errors";
import type { MerchantStatus } from "@/lib/core/merchants/merchant-states";
import type { MerchantActor } from "@/lib/domain/platform/context";

/** Refuses what opens a flow of money while the merchant's account is suspended or closed. */
export async function refuseInactive(
  tx: TransactionSql,
  { merchantId }: Pick<MerchantActor, "merchantId">,
): Promise<void> {
  const [merchant] = await tx<Pick<typeof merchants.$inferSelect, "status">[]>`
    select status from merchants where id = ${merchantId}`;
  if (merchant) requireActive(merchant.status);
}

/**
 * Refuses what opens a flow of money.
 * @param status that counts for it
 * @param account the account's own status
 * @throws Refusal `permission_denied` with `merchant_suspended` or `merchant_closed`
 */
export function requireActive(status: MerchantStatus, account: MerchantStatus = status): void {
  if (status !== "active") throw inactive(status, account);
}

/**
 * The refusal of what opens a flow of money. Where the account itself is active, it says that the registry refuses, which
 * follows a reactivation later.
 */
export function inactive(
  status: Exclude<MerchantStatus, "active">,
  account: MerchantStatus = status,
): Refusal {
  const reason = `merchant_${status}` as const;
  if (account !== "active") {
    return new Refusal("permission_denied", `The merchant's account is ${status}.`, {
      details: { reason },
    });
  }
  const message = `The merchant's account is active, but the registry on the chain has it ${status}.`;
  return new Refusal("permission_denied", message, { details: { reason, registryStatus: status } });
}
