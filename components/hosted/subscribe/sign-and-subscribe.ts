import { askServer } from "@/components/hosted/pay/ask-server";
import { askSignature, relaySigned, whileSigning } from "@/components/hosted/pay/ask-signature";
import { refuseUndeployed, showRefusal } from "@/components/hosted/pay/show-refusal";
import { rememberedSigned } from "@/lib/client/wallet/remembered-wallet";
import { isOfUseWithoutCode } from "@/lib/client/wallet/signature-form";
import type {
  MandateRequest,
  SubscribeActions,
} from "@/lib/contract/subscriptions/hosted-subscribe";
import { isMandateAsShown } from "./is-mandate-as-shown";
import type { Subscriber } from "./subscriber";

const refused = (reason: string) =>
  ({ name: "refused", reason, waitSeconds: null, requestId: null }) as const;

/**
 * Asks for both signatures and has them relayed. Each run begins with a new request, whose permit has the token's
 * current nonce: one that the wallet has used elsewhere meanwhile is never signed again.
 * @param email where the payer wants mails about the subscription; empty for nowhere
 */
export async function signAndSubscribe(subscriber: Subscriber, email: string): Promise<void> {
  const { wallet } = subscriber;
  const account = wallet.connected?.account;
  if (!account) return;
  const request = await prepare(subscriber, account, email);
  if (!request) return;
  const signer = { account, deadlineMs: performance.now() + request.secondsToSign * 1_000 };
  await whileSigning(wallet, signer, async () => {
    const permitSignature = await askSignature(wallet, signer, request.permit, 1);
    if (wallet.connected?.check?.code === "none" && !isOfUseWithoutCode(permitSignature)) {
      refuseUndeployed(wallet);
      return;
    }
    const intentSignature = await askSignature(wallet, signer, request.intent, 2);
    const { planId, start } = subscriber.plan;
    const signatures = { signed: request.signed, permitSignature, intentSignature };
    await relay(subscriber, account, { planId, start, email, ...signatures });
  });
}

/** @returns null after a refusal, which the page shows */
async function prepare(
  { wallet, store, plan, actions }: Subscriber,
  account: string,
  email: string,
): Promise<MandateRequest | null> {
  const who = { planId: plan.planId, payer: account };
  wallet.setTask({ name: "preparing" });
  const noted = email ? await askServer(actions.recordPlanPayer({ ...who, email })) : null;
  // Any other refusal costs the mails, and not the subscription.
  const wrong = noted && !noted.ok && noted.reason === "email_invalid" ? noted : null;
  const answer = wrong ?? (await askServer(actions.requestMandate(who)));
  if (wallet.connected?.account !== account) return null;
  if (!answer.ok) {
    showRefusal(wallet, answer);
    return null;
  }
  const asOf = Date.parse(answer.value.signBefore) / 1_000 - answer.value.secondsToSign;
  if (!isMandateAsShown(plan, account, answer.value, asOf)) {
    wallet.setTask(refused("not_as_shown"));
    return null;
  }
  store.dispatch({ type: "request", request: answer.value });
  return answer.value;
}

type SignedMandate = Parameters<SubscribeActions["relayMandate"]>[0];

/** Sends what was signed before the page was loaded again for an update. */
export async function resendMandate(subscriber: Subscriber): Promise<void> {
  const account = subscriber.wallet.connected?.account;
  if (!account) return;
  const input = rememberedSigned<SignedMandate>(subscriber.plan.planId, account);
  if (input) await relay(subscriber, account, input);
}

async function relay(
  { wallet, store, actions }: Subscriber,
  account: string,
  input: SignedMandate,
): Promise<void> {
  await relaySigned(wallet, {
    input,
    send: actions.relayMandate,
    take: (standing) => {
      store.dispatch({ type: "standing", account, standing, sent: true });
      wallet.setTask({ name: "review" });
    },
  });
}
