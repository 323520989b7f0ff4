import { transaction } from "@/db/client";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { changeStatus } from "./change-status";
import { findStorefront, requireStorefront } from "./storefront-rows";
import { type StorefrontView, viewStorefront } from "./view";

/**
 * Takes the merchant's shop back to a draft. A draft stays one.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `already_archived`
 */
export async function unpublishStorefront(ctx: Context<MerchantActor>): Promise<StorefrontView> {
  return transaction(ctx.db, async (tx) => {
    const shop = await requireStorefront(tx, ctx.actor);
    if (shop.status === "published") await changeStatus(ctx, tx, shop, "draft");
    return viewStorefront(ctx, await findStorefront(tx, ctx.actor));
  });
}
