import { TargetNotAllowed } from "@/lib/adapters/outbound-http/check-target";
import { createOutboundHttp } from "@/lib/adapters/outbound-http/outbound-http";
import { invalidRequest } from "@/lib/core/errors";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { findInspectorOwner } from "@/lib/domain/webhooks/inspector/inspector-rows";
import { inspectorIn } from "@/lib/domain/webhooks/inspector/inspector-url";

/**
 * Checks that webhooks of the caller's mode may be sent to a URL, whose host is looked up. That of the merchant's own
 * inspector needs no look: nothing is sent over the network for it.
 * @returns its host and port, lowercase
 * @throws Refusal `invalid_request` with `url`: it may not be called
 */
export async function checkUrl(ctx: Context<MerchantActor>, url: string): Promise<string> {
  const { config, actor } = ctx;
  const inspector = inspectorIn(config, url);
  if (inspector) return checkInspector(ctx, inspector, url);
  const http = createOutboundHttp({ allowLoopback: config.WEBHOOK_ALLOW_PRIVATE });
  const checked = await http.check(url, { secure: actor.mode === "live" }).catch((error) => {
    if (!(error instanceof TargetNotAllowed)) throw error;
    throw invalidRequest("url", error.message, { reason: error.reason });
  });
  return checked.host;
}

async function checkInspector(
  { db, actor }: Context<MerchantActor>,
  id: string,
  url: string,
): Promise<string> {
  const owner = await findInspectorOwner(db, id);
  if (owner?.merchantId === actor.merchantId && owner.mode === actor.mode) return new URL(url).host;
  throw invalidRequest("url", `This inspector is not yours in ${actor.mode} mode.`, {
    reason: "inspector_unknown",
  });
}
