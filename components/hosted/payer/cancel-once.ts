import type { Answer } from "@/lib/contract/payments/hosted-pay";
import type { PayerHomeActions } from "@/lib/contract/subscriptions/payer-home";

/** Cancels a subscription. One that is cancelled already is done: the answer to an earlier try may have been lost. */
export async function cancelOnce(
  cancel: PayerHomeActions["cancel"],
  id: string,
): Promise<Answer<null>> {
  const answer = await cancel({ id });
  const isCancelled = !answer.ok && answer.reason === "subscription_ended";
  return isCancelled ? { ok: true, value: null } : answer;
}
