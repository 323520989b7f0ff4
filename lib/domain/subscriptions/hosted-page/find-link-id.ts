import type { RelayMandateInput } from "@/lib/contract/subscriptions/hosted-subscribe";
import { readCheckoutStart } from "@/lib/domain/payments/hosted-page/checkout-start";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { readClock } from "@/lib/domain/platform/read-clock";

/** The payment link that led to the page; null for any other way. */
export async function findLinkId(
  { db, config }: Context<PublicActor>,
  { planId, start: token }: Pick<RelayMandateInput, "planId" | "start">,
): Promise<string | null> {
  if (token === null) return null;
  const now = await readClock(db);
  return readCheckoutStart(config, { subject: planId, token, now })?.linkId ?? null;
}
