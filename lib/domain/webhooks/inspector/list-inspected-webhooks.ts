import type { inspectedWebhooks } from "@/db/schema/webhook-inspectors";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { listInspectedWebhooks as declaration } from "@/lib/contract/webhooks/webhook-inspector";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { withholdBodyData } from "@/lib/domain/platform/events/withhold-data";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { inPage, newestFirst, toPage } from "@/lib/domain/platform/pages/page";

type Row = typeof inspectedWebhooks.$inferSelect;

/**
 * Lists what came to the merchant's inspector, newest first, without the data of events that the caller may not read.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listInspectedWebhooks(
  { db, actor }: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const kept = db<Row[]>`
    select w.* from inspected_webhooks w
    where ${ownedBy(db, actor, "w")} and ${inPage(db, "w", input)}`;
  const rows = await newestFirst(db, "w", kept, input);
  return toPage(rows, input, "/v1/webhook-inspector/webhooks", ({ expiresAt: _, ...row }) => {
    return { ...row, object: "inspected_webhook", body: withholdBodyData(actor, row.body) };
  });
}
