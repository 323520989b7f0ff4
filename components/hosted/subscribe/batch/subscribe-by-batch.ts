import { askServer } from "@/components/hosted/pay/ask-server";
import { showRefusal } from "@/components/hosted/pay/show-refusal";
import { isDirectAsShown } from "@/components/hosted/subscribe/is-mandate-as-shown";
import { signAndSubscribe } from "@/components/hosted/subscribe/sign-and-subscribe";
import type { Batch } from "@/components/hosted/subscribe/subscribe-state";
import type { Subscriber } from "@/components/hosted/subscribe/subscriber";
import { batchRefusal, sendBatch } from "@/lib/client/wallet/wallet-batch";
import type { DirectRequest } from "@/lib/contract/subscriptions/hosted-subscribe";
import { batchCalls } from "./batch-calls";
import { keepBatch, keptBatch } from "./kept-batch";

const notAsShown = {
  name: "refused",
  reason: "not_as_shown",
  waitSeconds: null,
  requestId: null,
} as const;

/**
 * Has the wallet set the allowance and send the terms as one (EIP-5792), with one confirmation. The batch is kept before the
 * wallet is asked: a page that is loaded again finds it. A wallet that cannot do it is asked for the two signatures.
 * @param email where the payer wants mails about the subscription; empty for nowhere
 */
export async function subscribeByBatch(subscriber: Subscriber, email: string): Promise<void> {
  const { wallet, plan } = subscriber;
  const account = wallet.connected?.account;
  if (!account) return;
  const request = await prepare(subscriber, account, email);
  const { provider } = wallet;
  if (!request || !provider) return;
  const id = newId();
  const asked: Batch = {
    phase: "asked",
    id,
    onchainId: request.onchainId,
    calls: batchCalls(plan, request),
    problem: null,
    txHash: null,
  };
  const tell = (batch: Batch) => subscriber.store.dispatch({ type: "batch", account, batch });
  keepBatch(plan.planId, account, { id, onchainId: request.onchainId });
  tell(asked);
  wallet.setTask({ name: "review" });
  const { chainId } = plan.network;
  try {
    const given = await sendBatch(provider, { id, from: account, chainId, calls: asked.calls });
    keepBatch(plan.planId, account, { id: given, onchainId: request.onchainId });
    tell({ ...asked, phase: "sent", id: given });
  } catch (error) {
    const { meaning, kind } = batchRefusal(error);
    // The payer went back to the terms meanwhile.
    if (keptBatch(plan.planId, account)?.id !== id) return;
    if (meaning === "unsure") {
      tell({ ...asked, phase: "unsure" });
      return;
    }
    keepBatch(plan.planId, account, null);
    if (meaning === "declined") {
      tell({ ...asked, phase: "declined", problem: kind });
      return;
    }
    subscriber.store.dispatch({ type: "no_batch", account });
    if (wallet.connected?.account === account) await signAndSubscribe(subscriber, email);
  }
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** @returns null after a refusal, which the page shows */
async function prepare(
  { wallet, plan, actions }: Subscriber,
  account: string,
  email: string,
): Promise<DirectRequest | null> {
  const who = { planId: plan.planId, payer: account };
  wallet.setTask({ name: "preparing" });
  if (email) await askServer(actions.recordPlanPayer({ ...who, email }));
  const answer = await askServer(actions.requestDirect({ ...who, email, start: plan.start }));
  if (wallet.connected?.account !== account) return null;
  if (!answer.ok) {
    showRefusal(wallet, answer);
    return null;
  }
  if (isDirectAsShown(plan, account, answer.value, Date.parse(answer.value.asOf) / 1_000)) {
    return answer.value;
  }
  wallet.setTask(notAsShown);
  return null;
}

/** Takes up what the wallet was asked before the page was loaded again. */
export function resumeBatch({ wallet, store, plan }: Subscriber): void {
  const account = wallet.connected?.account;
  const kept = account ? keptBatch(plan.planId, account) : null;
  if (!account || !kept || store.get().batch) return;
  const batch: Batch = { ...kept, phase: "unsure", calls: [], problem: null, txHash: null };
  store.dispatch({ type: "batch", account, batch });
}

/** Back to the terms, or to the wallets where this one is gone. What the wallet may still send cannot subscribe a second time: the contract takes one of a plan. */
export function leaveBatch({ wallet, store, plan }: Subscriber): void {
  const account = wallet.connected?.account;
  if (!account) return;
  keepBatch(plan.planId, account, null);
  store.dispatch({ type: "batch", account, batch: null });
  if (!wallet.provider) {
    // Its connection ended meanwhile.
    wallet.leave();
    return;
  }
  wallet.setTask({ name: "review" });
  void wallet.check();
}
