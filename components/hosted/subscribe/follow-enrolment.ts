import { askServer } from "@/components/hosted/pay/ask-server";
import { keepBatch } from "./batch/kept-batch";
import type { Subscriber } from "./subscriber";

const POLL_MS = 2_000;

/** Reads again how far the enrolment of the connected wallet is. */
async function readStanding({ wallet, store, actions, plan }: Subscriber): Promise<void> {
  const payer = wallet.connected?.account;
  if (!payer) return;
  const { batch, standing } = store.get();
  const onchainId = batch?.onchainId;
  const relayed =
    standing?.name === "creating" && standing.submittedAt ? standing.subscription?.id : undefined;
  const asked = { planId: plan.planId, payer, onchainId, subscriptionId: relayed };
  const answer = await askServer(actions.readStanding(asked));
  wallet.store.dispatch({ type: "link", live: answer.ok || answer.reason !== "offline" });
  if (!answer.ok) return;
  store.dispatch({ type: "standing", account: payer, standing: answer.value });
  // It has subscribed: the next one begins anew.
  if (onchainId && !store.get().batch) keepBatch(plan.planId, payer, null);
}

/** Follows an enrolment. @returns stops it */
export function followEnrolment(subscriber: Subscriber): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const ask = async () => {
    if (!document.hidden) await readStanding(subscriber);
    if (!stopped) timer = setTimeout(ask, POLL_MS);
  };
  timer = setTimeout(ask, POLL_MS);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
