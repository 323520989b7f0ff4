import type { OutputOf } from "@/lib/contract/endpoint";
import type { getWebhookInspector as declaration } from "@/lib/contract/webhooks/webhook-inspector";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { findInspector, viewInspector } from "./inspector-rows";

/** The merchant's inspector of the mode; without a URL before it is opened. */
export async function getWebhookInspector(
  ctx: Context<MerchantActor>,
): Promise<OutputOf<typeof declaration>> {
  return viewInspector(ctx, ctx.actor, await findInspector(ctx.db, ctx.actor));
}
