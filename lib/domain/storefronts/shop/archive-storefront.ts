import { transaction } from "@/db/client";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { changeStatus } from "./change-status";
import { findStorefront, requireStorefront } from "./storefront-rows";
import { leaveSlug } from "./take-slug";
import { type StorefrontView, viewStorefront } from "./view";

/**
 * Closes the merchant's shop for good. Its slug rests for everybody.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `already_archived`
 */
export async function archiveStorefront(ctx: Context<MerchantActor>): Promise<StorefrontView> {
  return transaction(ctx.db, async (tx) => {
    const shop = await requireStorefront(tx, ctx.actor);
    await changeStatus(ctx, tx, shop, "archived");
    await leaveSlug(tx, shop, "archived");
    return viewStorefront(ctx, await findStorefront(tx, ctx.actor));
  });
}
