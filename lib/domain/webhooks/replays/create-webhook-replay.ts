import { transaction } from "@/db/client";
import type { InputOf } from "@/lib/contract/endpoint";
import type { createWebhookReplay as declaration } from "@/lib/contract/webhooks/webhook-replays";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { lockKeyMaking, makerOf } from "@/lib/domain/platform/key-making";
import { findEndpoint } from "@/lib/domain/webhooks/endpoints/endpoint-rows";
import { checkEnabled, countManualSend } from "@/lib/domain/webhooks/endpoints/manual-sends";
import { beginReplay } from "./begin-replay";
import { checkRangeForm, findReplayRange } from "./find-replay-range";
import { type ReplayView, viewReplay } from "./replay-rows";

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
    return viewReplay(await beginReplay(tx, actor, { input, range, createdByKey: makerOf(actor) }));
  });
}
