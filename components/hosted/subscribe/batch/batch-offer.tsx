import { useEffect, useState } from "react";
import type { ConnectedState } from "@/components/hosted/pay/pay-state";
import type { Screen } from "@/components/hosted/pay/screen-of";
import { isEmailRight } from "@/components/hosted/pay/sign-parts";
import { emailFor } from "@/components/hosted/pay/typed-email";
import { useWalletPay } from "@/components/hosted/pay/use-wallet-pay";
import { MandateSentence, MandateTerms } from "@/components/hosted/subscribe/mandate-terms";
import { useSubscribing } from "@/components/hosted/subscribe/subscribe-context";
import { Button } from "@/components/ui/button";
import { type AtomicSupport, atomicSupport } from "@/lib/client/wallet/atomic-support";
import { subscribeByBatch } from "./subscribe-by-batch";
import { useBatchWords } from "./use-batch-words";

const offering = new Set<Screen>(["confirm", "sign_refused", "cannot_sign", "not_deployed"]);

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
  return offering.has(screen) && !own.noBatch && found?.account === account ? found.support : null;
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
  const { subscriber } = useSubscribing();
  const sayBatch = useBatchWords();
  const wallet = step.wallet.name;
  const subscribe = () => {
    if (isEmailRight()) void subscribeByBatch(subscriber, email);
  };
  return (
    <>
      <Button look="secondary" wide blocked={step.task.name === "preparing"} onClick={subscribe}>
        {sayBatch("offer")}
      </Button>
      <p className="text-pretty text-muted text-sm">
        {sayBatch("offerNote", { wallet })}
        {atomic === "ready" && ` ${sayBatch("offerUpgrade", { wallet })}`}
      </p>
    </>
  );
}

/** The way for a wallet whose signatures are of no use here. */
export function StuckOffer() {
  const { state } = useWalletPay();
  const { plan } = useSubscribing();
  const sayBatch = useBatchWords();
  const atomic = useAtomicSupport();
  const { step } = state;
  if (!atomic || step.name !== "connected") return null;
  return (
    <section className="mt-6 grid gap-2.5 border-line border-t pt-5">
      <p className="text-pretty text-sm">{sayBatch("stuck", { wallet: step.wallet.name })}</p>
      <MandateTerms />
      <MandateSentence button={sayBatch("offer")} />
      <BatchOffer step={step} email={emailFor(plan.planId, plan.email)} atomic={atomic} />
    </section>
  );
}
