import type { Db } from "@/db/client";
import type { Env } from "@/lib/adapters/env/env";
import type { Post, Reply } from "@/lib/adapters/outbound-http/outbound-http";
import type { Mode } from "@/lib/core/modes";
import { findInspectorOwner } from "./inspector-rows";
import { maxInspectedBytes, receiveWebhook } from "./receive-webhook";

/**
 * Hands a webhook to an inspector of ours as its receiver would have got it, without a connection: the guard of
 * outbound requests stays as it is, and no address of this machine is opened for it.
 * @param owner of the event: an inspector of another owner is not found
 */
export async function deliverToInspector(
  ctx: { db: Db; config: Env },
  id: string,
  owner: { merchantId: string; mode: Mode },
  { headers, body }: Post,
): Promise<Reply> {
  const startedAt = performance.now();
  const answer = (status: number, text: string): Reply => {
    const durationMs = Math.round(performance.now() - startedAt);
    return { status, body: text, failure: null, retryAfter: null, etag: null, durationMs };
  };
  const { merchantId, mode } = (await findInspectorOwner(ctx.db, id)) ?? {};
  if (merchantId !== owner.merchantId || mode !== owner.mode) {
    return answer(404, "There is no such inspector.");
  }
  if (Buffer.byteLength(body) > maxInspectedBytes) return answer(413, "The body is too large.");
  const header = (name: string) => headers[name] ?? null;
  await receiveWebhook(ctx, { id, ...owner }, { header, body });
  return answer(200, "Received by the inspector.");
}
