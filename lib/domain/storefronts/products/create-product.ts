import { transaction } from "@/db/client";
import type { InputOf } from "@/lib/contract/endpoint";
import type { createProduct as declaration } from "@/lib/contract/storefronts/storefront-products";
import { digits } from "@/lib/core/amounts/money";
import { newId } from "@/lib/core/ids";
import { refuseUnsupported } from "@/lib/domain/payments/sessions/choose-terms";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { followImageUrl } from "@/lib/domain/platform/images/follow-image-url";
import { makePlan } from "./product-plan";
import { findProduct } from "./product-rows";
import { type ProductView, viewProduct } from "./view";

/**
 * Makes a product, and the plan of one that is a subscription.
 * @throws Refusal as `refuseUnsupported`; as `createPlan`, of a subscription
 */
export async function createProduct(
  ctx: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<ProductView> {
  const { merchantId, mode } = ctx.actor;
  await refuseUnsupported(ctx, input.currency);
  const id = newId("product");
  const { imageUrl = null, sortOrder = 0, price, ...fields } = input;
  return transaction(ctx.db, async (tx) => {
    const planId = await makePlan(ctx, tx, input);
    await tx`insert into storefront_products ${tx({
      ...fields,
      ...{ id, merchantId, mode, planId, imageUrl, sortOrder },
      price: digits(price),
    })}`;
    const place = { merchantId, purpose: "product", subject: id } as const;
    await followImageUrl(tx, place, { before: null, after: imageUrl });
    await recordAudit(ctx, tx, {
      action: "product.create",
      subject: { type: "product", id },
      before: null,
      after: { ...input, planId },
    });
    return viewProduct(await findProduct(tx, ctx.actor, id));
  });
}
