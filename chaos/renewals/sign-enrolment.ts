import { privateKeyToAccount } from "viem/accounts";
import type { InputOf } from "@/chaos/worker/messages";
import type { Deployment, Token } from "@/lib/adapters/chain/chains";
import { splitSignature } from "@/lib/adapters/chain/signatures";
import { permitMessage, subscriptionIntentMessage } from "@/lib/adapters/chain/subscription-terms";
import type { Subscriber } from "./subscriber";

/** The request by which a subscriber enrols through the relay. */
export async function signEnrolment(
  { deployment, token }: { deployment: Deployment; token: Token },
  { account, terms, plan, index }: Subscriber,
): Promise<InputOf<"relaySubscription">> {
  const signer = privateKeyToAccount(account.privateKey);
  const [permit, intent] = await Promise.all([
    signer.signTypedData(permitMessage(deployment, token, terms)),
    signer.signTypedData(subscriptionIntentMessage(deployment, terms)),
  ]);
  return {
    idempotencyKey: `s.${index}`,
    merchantId: terms.merchantId,
    token: terms.token,
    amount: terms.amount,
    interval: Number(terms.interval),
    startAt: terms.startAt,
    endAt: terms.endAt,
    permitData: { owner: terms.payer, value: terms.permitValue, deadline: terms.permitDeadline },
    permitSignature: splitSignature(permit),
    intentSignature: splitSignature(intent),
    subscriptionInternalId: plan.id,
  };
}
