import { transaction } from "@/db/client";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { endPlan } from "./product-plan";
import { findProduct, lockProduct } from "./product-rows";
import { type ProductView, viewProduct } from "./view";

/**
 * Takes a product off sale for good, and archives its plan.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `already_archived`
 */
export async function archiveProduct(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<ProductView> {
  return transaction(ctx.db, async (tx) => {
    const { planId, isActive } = await lockProduct(tx, ctx.actor, id);
    await endPlan(ctx, tx, { id, planId });
    await tx`
      update storefront_products
      set is_active = false, archived_at = clock_now(), updated_at = clock_now()
      where id = ${id} and ${ownedBy(tx, ctx.actor)}`;
    const row = await findProduct(tx, ctx.actor, id);
    await recordAudit(ctx, tx, {
      action: "product.archive",
      subject: { type: "product", id },
      before: { isActive, archivedAt: null },
      after: { isActive: false, archivedAt: row.archivedAt },
    });
    return viewProduct(row);
  });
}
