import type { OutputOf } from "@/lib/contract/endpoint";
import type { openWebhookInspector as declaration } from "@/lib/contract/webhooks/webhook-inspector";
import { newId } from "@/lib/core/ids";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { findInspector, viewInspector } from "./inspector-rows";

/** Makes the merchant's inspector of the mode, where there is none. */
export async function openWebhookInspector(
  ctx: Context<MerchantActor>,
): Promise<OutputOf<typeof declaration>> {
  const { db, actor } = ctx;
  const { merchantId, mode } = actor;
  await db`
    insert into webhook_inspectors ${db({ id: newId("webhookInspector"), merchantId, mode })}
    on conflict (merchant_id, mode) do nothing`;
  return viewInspector(ctx, actor, await findInspector(db, actor));
}
