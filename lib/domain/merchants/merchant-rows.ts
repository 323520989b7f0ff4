import type { TransactionSql } from "@/db/client";
import type { merchants } from "@/db/schema/merchants";
import { notFound, Refusal } from "@/lib/core/errors";

export type MerchantRow = typeof merchants.$inferSelect;

/**
 * Locks a merchant for a change by its owner.
 * @throws Refusal `not_found`
 * @throws Refusal `permission_denied` with `merchant_closed`: nothing of it changes any more
 */
export async function lockMerchant(tx: TransactionSql, id: string): Promise<MerchantRow> {
  const [row] = await tx<MerchantRow[]>`select * from merchants where id = ${id} for no key update`;
  if (!row) throw notFound("merchant");
  if (row.status !== "closed") return row;
  throw new Refusal("permission_denied", "The merchant's account is closed.", {
    details: { reason: "merchant_closed" },
  });
}
