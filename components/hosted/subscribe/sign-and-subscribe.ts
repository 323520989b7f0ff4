import { askServer } from "@/components/hosted/pay/ask-server";
import type { SignatureNumber, SignProblem } from "@/components/hosted/pay/pay-state";
import { refuseUndeployed, showRefusal } from "@/components/hosted/pay/show-refusal";
import { signTypedData } from "@/lib/client/wallet/sign-typed-data";
import { isKeySignature } from "@/lib/client/wallet/signature-form";
import { walletErrorKind } from "@/lib/client/wallet/wallet-error";
import type { TypedData } from "@/lib/contract/payments/hosted-pay";
import type { MandateRequest } from "@/lib/contract/subscriptions/hosted-subscribe";
import { isMandateAsShown } from "./is-mandate-as-shown";
import type { Subscriber } from "./subscriber";

/** Time to read what the second signature is for before the wallet's window covers it. */
const BETWEEN_SIGNATURES_MS = 700;
const RESEND_MS = [1_000, 2_000, 4_000, 8_000, 15_000];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

class NotSigned extends Error {
  constructor(
    readonly number: SignatureNumber,
    readonly problem: SignProblem,
  ) {
    super(problem);
  }
}

const refused = (reason: string) =>
  ({ name: "refused", reason, waitSeconds: null, requestId: null }) as const;

/**
 * Asks for both signatures and has them relayed. Each run begins with a new request, whose permit has the token's
 * current nonce: one that the wallet has used elsewhere meanwhile is never signed again.
 * @param email where the payer wants mails about the subscription; empty for nowhere
 */
export async function signAndSubscribe(subscriber: Subscriber, email: string): Promise<void> {
  const account = subscriber.wallet.connected?.account;
  if (!account) return;
  const request = await prepare(subscriber, account, email);
  if (!request) return;
  const deadlineMs = performance.now() + request.secondsToSign * 1_000;
  const signing: Signing = { subscriber, account, deadlineMs };
  try {
    const permitSignature = await sign(signing, request.permit, 1);
    if (subscriber.wallet.connected?.check?.code === "none" && !isKeySignature(permitSignature)) {
      refuseUndeployed(subscriber.wallet);
      return;
    }
    const intentSignature = await sign(signing, request.intent, 2);
    await relay(signing, { signed: request.signed, permitSignature, intentSignature, email });
  } catch (error) {
    if (!(error instanceof NotSigned)) throw error;
    if (!isStillHere(signing)) return;
    const { number, problem } = error;
    subscriber.wallet.setTask({ name: "sign_refused", number, problem });
  }
}

/** @returns null after a refusal, which the page shows */
async function prepare(
  { wallet, store, plan, actions }: Subscriber,
  account: string,
  email: string,
): Promise<MandateRequest | null> {
  const who = { planId: plan.planId, payer: account };
  wallet.setTask({ name: "preparing" });
  if (email) await askServer(actions.recordPlanPayer({ ...who, email }));
  const answer = await askServer(actions.requestMandate(who));
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

interface Signing {
  subscriber: Subscriber;
  account: string;
  /** On this browser's own clock (`performance.now`), which need not agree with the chain's. */
  deadlineMs: number;
}

function isStillHere({ subscriber, account }: Signing): boolean {
  const { connected } = subscriber.wallet;
  return connected?.account === account && connected.task.name === "sign";
}

async function sign(signing: Signing, data: TypedData, number: SignatureNumber): Promise<string> {
  const { wallet } = signing.subscriber;
  wallet.setTask({ name: "sign", number });
  if (number === 2) await wait(BETWEEN_SIGNATURES_MS);
  if (!wallet.provider || !isStillHere(signing)) throw new NotSigned(number, "disconnected");
  try {
    const signature = await signTypedData(wallet.provider, signing.account, data);
    if (!isStillHere(signing)) throw new NotSigned(number, "disconnected");
    if (signing.deadlineMs < performance.now()) throw new NotSigned(1, "expired");
    return signature;
  } catch (error) {
    if (error instanceof NotSigned) throw error;
    throw new NotSigned(number, walletErrorKind(error));
  }
}

interface Signed {
  signed: MandateRequest["signed"];
  permitSignature: string;
  intentSignature: string;
  email: string;
}

/** Sends the same signatures until the server answers: it takes them once, however often they come. */
async function relay({ subscriber, account }: Signing, signed: Signed): Promise<void> {
  const { wallet, store, actions, plan } = subscriber;
  wallet.setTask({ name: "relay", lost: false });
  for (let round = 0; wallet.connected?.task.name === "relay"; round++) {
    const answer = await askServer(actions.relayMandate({ planId: plan.planId, ...signed }));
    if (answer.ok) {
      store.dispatch({ type: "standing", account, standing: answer.value });
      wallet.setTask({ name: "review" });
      return;
    }
    if (answer.reason !== "offline") {
      showRefusal(wallet, answer);
      return;
    }
    wallet.setTask({ name: "relay", lost: true });
    await wait(RESEND_MS[Math.min(round, RESEND_MS.length - 1)] ?? 0);
  }
}
