import type { Batch } from "@/components/hosted/subscribe/subscribe-state";
import type { Subscriber } from "@/components/hosted/subscribe/subscriber";
import { type BatchStatus, readBatch } from "@/lib/client/wallet/wallet-batch";
import { keepBatch } from "./kept-batch";

const POLL_MS = 2_000;

const phases: Partial<Record<BatchStatus["name"], Batch["phase"]>> = {
  pending: "sent",
  done: "sent",
  failed: "failed",
  partly: "partly",
};

/** Asks the wallet how far a batch is, which it answers from memory. @returns stops it */
export function followBatch(subscriber: Subscriber): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const ask = async () => {
    if (!document.hidden) await askOnce(subscriber);
    if (!stopped) timer = setTimeout(ask, POLL_MS);
  };
  void ask();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** What is not known stays as it is: only the wallet's word that nothing was executed ends it. */
async function askOnce({ wallet, store, plan }: Subscriber): Promise<void> {
  const { provider, connected } = wallet;
  const { batch } = store.get();
  if (!provider || !connected || !batch) return;
  const { account } = connected;
  const { name, txHash } = await readBatch(provider, batch.id);
  const phase = phases[name];
  const now = store.get().batch;
  if (!phase || now?.id !== batch.id) return;
  if (now.phase === phase && now.txHash === txHash) return;
  if (phase !== "sent") keepBatch(plan.planId, account, null);
  store.dispatch({ type: "batch", account, batch: { ...now, phase, txHash } });
}
