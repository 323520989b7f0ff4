import { type Db, transaction } from "@/db/client";
import type { replayEndpointEvents as declaration } from "@/lib/contract/admin/endpoint-replays";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import { notFound } from "@/lib/core/errors";
import { because } from "@/lib/domain/admin/because";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import type { EndpointRow } from "@/lib/domain/webhooks/endpoints/endpoint-rows";
import { checkEnabled } from "@/lib/domain/webhooks/endpoints/manual-sends";
import { beginReplay, refuseSecond } from "@/lib/domain/webhooks/replays/begin-replay";
import {
  checkRangeForm,
  findReplayRange,
  type ReplayInput,
  type ReplayRange,
} from "@/lib/domain/webhooks/replays/find-replay-range";

type Replay = OutputOf<typeof declaration>;

/**
 * Sends a range of a merchant's events to its endpoint once more, by the rules of the merchant's own replay.
 * @throws Refusal as `createWebhookReplay` does, but for the limit of ten a minute
 */
export async function replayEndpointEvents(
  ctx: Context<AdminActor>,
  { reason, dryRun, ...input }: InputOf<typeof declaration>,
): Promise<Replay> {
  checkRangeForm(input);
  const { id } = input;
  const endpoint = await findEndpoint(ctx.db, id);
  checkEnabled(endpoint);
  await refuseSecond(ctx.db, id);
  const range = await findReplayRange(ctx.db, endpoint, input);
  const replayId = dryRun ? null : await begin(because(ctx, reason), endpoint, { input, range });
  return {
    ...{ object: "admin_endpoint_replay", applied: !dryRun, total: range.total },
    consequence: sayReplay(range.total, endpoint.url),
    ...{ merchantId: endpoint.merchantId, endpointId: id, replayId },
    ...{ fromPosition: Number(range.fromPosition), toPosition: Number(range.toPosition) },
  };
}

type Found = Pick<EndpointRow, "merchantId" | "mode" | "url" | "status" | "disabledReason">;

async function findEndpoint(db: Db, id: string): Promise<Found> {
  const [endpoint] = await db<Found[]>`
    select merchant_id, mode, url, status, disabled_reason from webhook_endpoints
    where id = ${id} and deleted_at is null`;
  if (!endpoint) throw notFound("webhook endpoint");
  return endpoint;
}

function begin(
  ctx: Context<AdminActor>,
  { merchantId, mode }: Found,
  { input, range }: { input: ReplayInput; range: ReplayRange },
): Promise<string> {
  return transaction(ctx.db, async (tx) => {
    const { id } = await beginReplay(
      tx,
      { merchantId, mode },
      { input, range, createdByKey: null },
    );
    await recordAudit(ctx, tx, {
      action: "webhook_replay.create",
      subject: { type: "webhook_replay", id },
      owner: { merchantId, mode },
      before: null,
      after: { merchantId, mode, endpointId: input.id, ...range },
    });
    return id;
  });
}

const sayReplay = (total: number, url: string) =>
  total === 1
    ? `1 event would be sent to ${url} once more.`
    : `${total} events would be sent to ${url} once more, the oldest first.`;
