import { useEffect, useState } from "react";
import type { ConnectedState } from "@/components/hosted/pay/pay-state";
import { isEmailRight } from "@/components/hosted/pay/sign-parts";
import { useWalletPay } from "@/components/hosted/pay/use-wallet-pay";
import { useSubscribing } from "@/components/hosted/subscribe/subscribe-context";
import { Button } from "@/components/ui/button";
import { type AtomicSupport, atomicSupport } from "@/lib/client/wallet/atomic-support";
import { subscribeByBatch } from "./subscribe-by-batch";

/** Whether the connected wallet can subscribe with one confirmation; null until it says so, and while it signs. */
export function useAtomicSupport(): AtomicSupport {
  const { state, screen, controller, page } = useWalletPay();
  const { own } = useSubscribing();
  const account = state.step.name === "connected" ? state.step.account : null;
  const { chainId } = page.network;
  const [found, setFound] = useState<{ account: string; support: AtomicSupport } | null>(null);
  useEffect(() => {
    const { provider } = controller;
    if (!account || !provider) return;
    let stopped = false;
    void atomicSupport(provider, account, chainId).then((support) => {
      if (!stopped) setFound({ account, support });
    });
    return () => {
      stopped = true;
    };
  }, [controller, account, chainId]);
  const isOffered = (screen === "confirm" || screen === "sign_refused") && !own.noBatch;
  return isOffered && found?.account === account ? found.support : null;
}

interface Props {
  step: ConnectedState;
  email: string;
  atomic: NonNullable<AtomicSupport>;
}

/**
 * The other way to subscribe. The two signatures come first, since they cost the payer nothing: a wallet does not say
 * whether it pays for a batch, only whether it would take a site's paymaster, which this page has none of.
 */
export function BatchOffer({ step, email, atomic }: Props) {
  const { subscriber, words } = useSubscribing();
  const wallet = step.wallet.name;
  const subscribe = () => {
    if (isEmailRight()) void subscribeByBatch(subscriber, email);
  };
  return (
    <>
      <Button look="secondary" wide blocked={step.task.name === "preparing"} onClick={subscribe}>
        {words("batchOffer")}
      </Button>
      <p className="text-pretty text-muted text-sm">
        {words("batchOfferNote", { wallet })}
        {atomic === "ready" && ` ${words("batchOfferUpgrade", { wallet })}`}
      </p>
    </>
  );
}
