import type { TransactionSql } from "@/db/client";
import type { merchants } from "@/db/schema/merchants";
import { Refusal } from "@/lib/core/errors";
import type { MerchantActor } from "@/lib/domain/platform/context";

/** Refuses what opens a flow of money while the merchant's account is suspended or closed. */
export async function refuseInactive(
  tx: TransactionSql,
  { merchantId }: Pick<MerchantActor, "merchantId">,
): Promise<void> {
  const [merchant] = await tx<Pick<typeof merchants.$inferSelect, "status">[]>`
    select status from merchants where id = ${merchantId}`;
  if (!merchant || merchant.status === "active") return;
  const isClosed = merchant.status === "closed";
  throw new Refusal("permission_denied", `The merchant's account is ${merchant.status}.`, {
    details: { reason: isClosed ? "merchant_closed" : "merchant_suspended" },
  });
}
