import { type TransactionSql, transaction } from "@/db/client";
import { invalidState, Refusal } from "@/lib/core/errors";
import { refuseInactive } from "@/lib/domain/merchants/refuse-inactive";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { isOnSale } from "@/lib/domain/storefronts/products/product-rows";
import { changeStatus } from "./change-status";
import { isRegistered } from "./is-registered";
import { findStorefront, requireStorefront } from "./storefront-rows";
import { type StorefrontView, viewStorefront } from "./view";

/**
 * Opens the merchant's shop to everybody. One that is published stays so.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: `already_archived`, `no_active_product`
 * @throws Refusal `permission_denied`: the merchant is suspended, closed or not on the chain
 */
export async function publishStorefront(ctx: Context<MerchantActor>): Promise<StorefrontView> {
  return transaction(ctx.db, async (tx) => {
    const shop = await requireStorefront(tx, ctx.actor);
    if (shop.status !== "published") {
      await refuseInactive(tx, ctx.actor);
      await requireRegistered(ctx, tx);
      await requireProduct(ctx, tx, shop.status);
      await changeStatus(ctx, tx, shop, "published");
    }
    return viewStorefront(ctx, await findStorefront(tx, ctx.actor));
  });
}

async function requireRegistered(
  { actor }: Context<MerchantActor>,
  tx: TransactionSql,
): Promise<void> {
  if (await isRegistered(tx, actor)) return;
  throw new Refusal("permission_denied", "The merchant is not registered on the chain yet.", {
    details: { reason: "merchant_not_registered" },
  });
}

async function requireProduct(
  { actor }: Context<MerchantActor>,
  tx: TransactionSql,
  currentStatus: string,
): Promise<void> {
  const active = await tx`
    select from storefront_products p where ${ownedBy(tx, actor, "p")} and ${isOnSale(tx)} limit 1`;
  if (active.length > 0) return;
  throw invalidState("Put a product on sale first.", {
    currentStatus,
    reason: "no_active_product",
  });
}
