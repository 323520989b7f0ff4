import type { Context, MerchantActor } from "@/lib/domain/context";
import { findSession } from "./find-session";
import { type SessionView, viewSession } from "./view";

/**
 * Retrieves one of the merchant's sessions.
 * @throws Refusal `not_found`
 */
export async function getSession(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<SessionView> {
  return viewSession(ctx, await findSession(ctx, id, ctx.actor));
}
