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
 * @throws Refusal `permission_denied` with `merchant_suspended` or `merchant_closed`
 */
export function requireActive(status: MerchantStatus): void {
  if (status === "active") return;
  throw new Refusal("permission_denied", `The merchant's account is ${status}.`, {
    details: { reason: `merchant_${status}` },
  });
}
