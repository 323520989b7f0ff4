import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { findLink, type LinkView, viewLink } from "./link-rows";

/**
 * Retrieves one of the merchant's payment links.
 * @throws Refusal `not_found`
 */
export async function getPaymentLink(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<LinkView> {
  return viewLink(ctx, await findLink(ctx.db, ctx.actor, id));
}
