import { findSession } from "@/lib/domain/payments/sessions/find-session";
import { type SessionView, viewPublicSession } from "@/lib/domain/payments/sessions/view";
import type { Context, PublicActor } from "@/lib/domain/platform/context";

/**
 * A session as its payer sees it. Anyone with the id may read it: the id is the link's secret.
 * @throws Refusal `not_found`
 */
export async function getPublicSession(
  ctx: Context<PublicActor>,
  { id }: { id: string },
): Promise<SessionView> {
  return viewPublicSession(ctx, await findSession(ctx, id));
}
