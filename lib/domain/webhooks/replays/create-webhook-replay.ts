import { type TransactionSql, transaction } from "@/db/client";
import type { InputOf } from "@/lib/contract/endpoint";
import type { createWebhookReplay as declaration } from "@/lib/contract/webhooks/webhook-replays";
import { invalidState } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { wakes } from "@/lib/core/operations/wakes";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { lockKeyMaking, makerOf } from "@/lib/domain/platform/key-making";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { findEndpoint, lockEndpoint } from "@/lib/domain/webhooks/endpoints/endpoint-rows";
import { checkEnabled, countManualSend } from "@/lib/domain/webhooks/endpoints/manual-sends";
import { checkRangeForm, findReplayRange, type ReplayRange } from "./find-replay-range";
import { type ReplayRow, type ReplayView, viewReplay } from "./replay-rows";

type Input = InputOf<typeof declaration>;

/**
 * Begins to send a range of events to an endpoint once more.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: the endpoint is disabled (`endpoint_disabled`), or has a replay that
 * is not over (`replay_running`)
 * @throws Refusal `invalid_request`: the range
 * @throws Refusal `rate_limited`
 */
export async function createWebhookReplay(
  { db, actor }: Context<MerchantActor>,
  input: Input,
): Promise<ReplayView> {
  checkRangeForm(input);
  checkEnabled(await findEndpoint(db, actor, input.id));
  await countManualSend(db, "replay", input.id);
  const range = await findReplayRange(db, actor, input);
  return transaction(db, async (tx) => {
    await lockKeyMaking(tx, actor);
    checkEnabled(await lockEndpoint(tx, actor, input.id));
    await refuseSecond(tx, input.id);
    const row = await insertReplay(tx, actor, input, range);
    await wake(tx, wakes.webhooks);
    return viewReplay(row);
  });
}

/** The endpoint's row is locked: no other can begin meanwhile. */
async function refuseSecond(tx: TransactionSql, endpointId: string): Promise<void> {
  const [running] = await tx<{ id: string }[]>`
    select id from webhook_replays where endpoint_id = ${endpointId} and status = 'running'`;
  if (!running) return;
  throw invalidState(
    "The endpoint already has a running replay. Wait until it ends, or cancel it.",
    {
      currentStatus: "running",
      reason: "replay_running",
      replayId: running.id,
    },
  );
}

async function insertReplay(
  tx: TransactionSql,
  actor: MerchantActor,
  { id, createdAfter, createdBefore, types }: Input,
  { fromPosition, toPosition, total }: ReplayRange,
): Promise<ReplayRow> {
  const { merchantId, mode } = actor;
  const [row] = await tx<ReplayRow[]>`
    insert into webhook_replays ${tx({
      id: newId("webhookReplay"),
      merchantId,
      mode,
      endpointId: id,
      createdByKey: makerOf(actor),
      fromPosition,
      toPosition,
      createdAfter: createdAfter ?? null,
      createdBefore: createdBefore ?? null,
      types: types ? [...new Set(types)] : null,
      nextPosition: fromPosition,
      total,
    })} returning *`;
  if (!row) throw new Error("an insert returns its row");
  return row;
}
