import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import type { RefundView } from "./authorizations";
import { findRefund } from "./refund-rows";
import { viewRefund } from "./view";

/**
 * Retrieves one of the merchant's refunds.
 * @throws Refusal `not_found`
 */
export async function getRefund(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<RefundView> {
  return viewRefund(ctx, await findRefund(ctx.db, ctx.actor, id));
}
