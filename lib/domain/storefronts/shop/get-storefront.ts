import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { findStorefront } from "./storefront-rows";
import { type StorefrontView, viewStorefront } from "./view";

/**
 * Retrieves the merchant's shop, or the last one where all are archived.
 * @throws Refusal `not_found`: none was saved yet
 */
export async function getStorefront(ctx: Context<MerchantActor>): Promise<StorefrontView> {
  return viewStorefront(ctx, await findStorefront(ctx.db, ctx.actor));
}
