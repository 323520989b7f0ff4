import { transaction } from "@/db/client";
import { invalidState } from "@/lib/core/errors";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { endReplay, findReplay, type ReplayView, viewReplay } from "./replay-rows";

/**
 * Stops a replay: what is not under way is not sent.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: it is over (`replay_ended`)
 */
export async function cancelWebhookReplay(
  { db, actor }: Context<MerchantActor>,
  input: { id: string; replayId: string },
): Promise<ReplayView> {
  return transaction(db, async (tx) => {
    await tx`
      select 1 from webhook_replays
      where id = ${input.replayId} and ${ownedBy(tx, actor)} for no key update`;
    const { id, status } = await findReplay(tx, actor, input);
    if (!(await endReplay(tx, id, "cancelled"))) {
      throw invalidState(`The replay is ${status}.`, {
        currentStatus: status,
        reason: "replay_ended",
      });
    }
    return viewReplay(await findReplay(tx, actor, input));
  });
}
