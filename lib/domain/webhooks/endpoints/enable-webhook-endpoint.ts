import { type TransactionSql, transaction } from "@/db/client";
import { invalidState } from "@/lib/core/errors";
import { wakes } from "@/lib/core/operations/wakes";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { lockKeyMaking } from "@/lib/domain/platform/key-making";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { hasEndpointRoom, lockEndpointRoom, maxEndpoints } from "./endpoint-room";
import { changersOf, type EndpointRow, findEndpoint, lockEndpoint } from "./endpoint-rows";
import { recordEndpointChange } from "./record-endpoint-change";
import { type EndpointView, viewEndpoint } from "./view";

/**
 * Resumes deliveries to an endpoint and forgets its failures. Retries that have not fallen due yet
 * go on as scheduled. Enabling an enabled endpoint changes nothing.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: 16 endpoints of the mode are enabled already
 * (`endpoints_full`)
 */
export async function enableWebhookEndpoint(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<EndpointView> {
  const { db, actor } = ctx;
  return transaction(db, async (tx) => {
    await lockKeyMaking(tx, actor);
    // Read under the lock: a request that waited for it may find the endpoint enabled by now.
    await lockEndpointRoom(tx, actor);
    const before = await lockEndpoint(tx, actor, id);
    const isChanged = before.status === "disabled" && (await enable(tx, actor, before));
    const after = await findEndpoint(tx, actor, id);
    if (isChanged) await recordEndpointChange(ctx, tx, "enable", before, after);
    return viewEndpoint(after);
  });
}

async function enable(
  tx: TransactionSql,
  actor: MerchantActor,
  row: EndpointRow,
): Promise<boolean> {
  if (!(await hasEndpointRoom(tx, actor))) {
    throw invalidState(
      `A merchant can have at most ${maxEndpoints} enabled endpoints per mode. Disable another one first.`,
      { currentStatus: "disabled", reason: "endpoints_full" },
    );
  }
  const { count } = await tx`
    update webhook_endpoints
    set status = 'enabled', disabled_reason = null, disabled_at = null, failing_since = null,
      failed_events = 0, slow = false, changed_by_keys = ${changersOf(actor, row)},
      updated_at = clock_now()
    where id = ${row.id} and ${ownedBy(tx, actor)}
      and status = 'disabled' and deleted_at is null`;
  if (count > 0) await wake(tx, wakes.webhooks);
  return count > 0;
}
