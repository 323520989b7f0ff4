import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { findSession } from "./find-session";
import { type SessionView, viewPublicSession, viewSession } from "./view";

/**
 * Retrieves one of the merchant's sessions. A publishable key is in a browser's hands: it sees what
 * the payer sees.
 * @throws Refusal `not_found`
 */
export async function getSession(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<SessionView> {
  const { actor } = ctx;
  const isPublishable = actor.kind === "key" && actor.keyKind === "publishable";
  const view = isPublishable ? viewPublicSession : viewSession;
  return view(ctx, await findSession(ctx, id, actor));
}
