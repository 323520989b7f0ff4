import type { InputOf } from "@/lib/contract/endpoint";
import type { listWebhookReplays as declaration } from "@/lib/contract/webhooks/webhook-replays";
import { notFound } from "@/lib/core/errors";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { inPage, newestFirst, type Page, toPage } from "@/lib/domain/platform/pages/page";
import { type ReplayRow, type ReplayView, viewReplay } from "./replay-rows";

/**
 * Lists the replays of one of the merchant's endpoints, newest first.
 * @throws Refusal `not_found`: the merchant never had this endpoint
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listWebhookReplays(
  { db, actor }: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<Page<ReplayView>> {
  const listed = db<ReplayRow[]>`
    select r.* from webhook_replays r
    where ${ownedBy(db, actor, "r")} and r.endpoint_id = ${input.id}
      and ${inPage(db, "r", input)}`;
  const rows = await newestFirst(db, "r", listed, input);
  const [endpoint] = await db<{ id: string }[]>`
    select id from webhook_endpoints where id = ${input.id} and ${ownedBy(db, actor)}`;
  if (!endpoint) throw notFound("webhook endpoint");
  return toPage(rows, input, `/v1/webhook-endpoints/${input.id}/replays`, viewReplay);
}
