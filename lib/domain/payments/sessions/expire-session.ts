import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { closeOwnSession } from "./close-own-session";
import type { SessionView } from "./view";

/**
 * Expires a session before its time.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: closed already, past its time, paid, or `payment_in_flight`
 */
export async function expireSession(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<SessionView> {
  return closeOwnSession(ctx, id, "expired");
}
