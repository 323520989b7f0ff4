import type { Db, TransactionSql } from "@/db/client";
import { invalidState } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { wakes } from "@/lib/core/operations/wakes";
import { wake } from "@/lib/domain/platform/outbox/wake";
import type { Owner } from "@/lib/domain/platform/owned-by";
import { lockEndpoint } from "@/lib/domain/webhooks/endpoints/endpoint-rows";
import { checkEnabled } from "@/lib/domain/webhooks/endpoints/manual-sends";
import type { ReplayInput, ReplayRange } from "./find-replay-range";
import type { ReplayRow } from "./replay-rows";

/** What a replay sends again, and by which key it was asked for. */
interface NewReplay {
  readonly input: ReplayInput;
  readonly range: ReplayRange;
  readonly createdByKey: string | null;
}

/**
 * Writes a replay whose range was found before, and has it sent.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `endpoint_disabled` or `replay_running`
 */
export async function beginReplay(
  tx: TransactionSql,
  owner: Owner,
  replay: NewReplay,
): Promise<ReplayRow> {
  const { id } = replay.input;
  checkEnabled(await lockEndpoint(tx, owner, id));
  await refuseSecond(tx, id);
  const row = await insertReplay(tx, owner, replay);
  await wake(tx, wakes.webhooks);
  return row;
}

/**
 * Refuses another replay of an endpoint. Once the endpoint's row is locked, no other can begin meanwhile.
 * @throws Refusal `session_invalid_state` with `replay_running`
 */
export async function refuseSecond(db: Db, endpointId: string): Promise<void> {
  const [running] = await db<{ id: string }[]>`
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
  { merchantId, mode }: Owner,
  { input: { id, createdAfter, createdBefore, types }, range, createdByKey }: NewReplay,
): Promise<ReplayRow> {
  const { fromPosition, toPosition, total } = range;
  const [row] = await tx<ReplayRow[]>`
    insert into webhook_replays ${tx({
      id: newId("webhookReplay"),
      merchantId,
      mode,
      endpointId: id,
      createdByKey,
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
