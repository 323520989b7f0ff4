import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { closeOwnSession } from "./close-session";
import type { SessionView } from "./view";

/**
 * Expires a session before its time.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: closed already, paid, or `payment_in_flight`
 */
export async function expireSession(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<SessionView> {
  return closeOwnSession(ctx, id, "expired");
}
