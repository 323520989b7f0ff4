import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { findReplay, type ReplayView, viewReplay } from "./replay-rows";

/**
 * Retrieves a replay, with how far it is. What was sent of late may not be counted yet.
 * @throws Refusal `not_found`
 */
export async function getWebhookReplay(
  { db, actor }: Context<MerchantActor>,
  input: { id: string; replayId: string },
): Promise<ReplayView> {
  return viewReplay(await findReplay(db, actor, input));
}
