import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { closeOwnSession } from "./close-own-session";
import type { SessionView } from "./view";

/**
 * Cancels a session that is not being paid.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: closed already, past its time, paid (refund it instead), or
 * `payment_in_flight`
 */
export async function cancelSession(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<SessionView> {
  return closeOwnSession(ctx, id, "cancelled");
}
