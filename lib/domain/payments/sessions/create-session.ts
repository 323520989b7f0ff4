import type { InputOf } from "@/lib/contract/endpoint";
import type { createSession as declaration } from "@/lib/contract/payments/payment-sessions";
import { Refusal } from "@/lib/core/errors";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { createSessions } from "./create-sessions";
import type { SessionView } from "./view";

/**
 * Opens a payment session and its hosted checkout. It is payable for 24 hours, or until `expiresAt`,
 * 30 minutes to 24 hours ahead.
 * @throws Refusal `invalid_request`: return URLs, `expiresAt`, an unknown customer, a currency that
 * the chain has no token for (`token_unsupported`), a chain that the mode has not (`chain_unsupported`)
 * @throws Refusal `permission_denied`: the merchant is suspended, closed or not on the chain; a
 * publishable key that sets `metadata` or `customerId`; there is no processor (`not_deployed`)
 */
export async function createSession(
  ctx: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<SessionView> {
  const [session] = await createSessions.runAll(ctx.db, [await createSessions.prepare(ctx, input)]);
  if (!session) throw new TypeError("One call has one answer");
  if (session instanceof Refusal) throw session;
  return session;
}
