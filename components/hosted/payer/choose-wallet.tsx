import { useMemo, useState } from "react";
import type {
  HomeKey,
  HomeWords,
  SubscriptionsEnglish,
} from "@/components/hosted/words/payer/payer-words";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { laterPart } from "@/lib/client/later-part";
import type { FoundWallet } from "@/lib/client/wallet/provider";
import type { OfferedWallet } from "@/lib/client/wallet/remote-wallets";
import type { PayerWallets } from "@/lib/contract/subscriptions/payer-home";
import { sayIn } from "@/lib/core/text/say";
import type { ProblemKey } from "./use-ask";
import { useWallets } from "./use-wallets";
import { WalletButtons } from "./wallet-buttons";

/** The wallets outside the browser: their code is loaded when they are asked for. */
const morePart = laterPart(() => import("./more-wallets"));

/** A wallet that was asked for something. */
export interface Attempt {
  wallet: string;
  /** Null while the wallet is open. */
  problem: ProblemKey | null;
}

interface Props {
  wallets: PayerWallets;
  attempt: Attempt | null;
  /** What a wallet's button says. */
  label: "signInWith" | "signWith";
  words: HomeWords;
  onChoose(wallet: FoundWallet): void;
}

/** The wallets of this browser and, once they are asked for, those outside it, to do something with. */
export function ChooseWallet({ wallets, attempt, label, words, onChoose }: Props) {
  const say = useMemo(() => sayIn<SubscriptionsEnglish, HomeKey>(words), [words]);
  const found = useWallets(wallets.testChainId, words.testWallet);
  const more = useMoreWallets(wallets);
  const waiting = attempt !== null && attempt.problem === null;
  const Pairing = more.pairing === null ? undefined : morePart.loaded?.PayerPairing;
  const problem = attempt?.problem ?? (more.failed ? "offline" : null);
  return (
    <>
      {Pairing && more.pairing !== null ? (
        <Pairing uri={more.pairing} onCancel={more.giveUp} />
      ) : (
        <WalletButtons
          found={{ ...found, wallets: [...found.wallets, ...more.wallets] }}
          focused={more.wallets[0]?.id ?? null}
          waitingFor={waiting ? attempt.wallet : null}
          label={(wallet) => say(label, { wallet })}
          words={words}
          onChoose={onChoose}
        />
      )}
      {more.isOffered && (
        <Button look="secondary" wide blocked={waiting} onClick={() => void more.show()}>
          {words.moreWallets}
        </Button>
      )}
      <div role="status" className="empty:absolute">
        {waiting && !Pairing && <Notice>{say("waiting", { wallet: attempt.wallet })}</Notice>}
        {problem && <Notice tone="wait">{say(problem, { wallet: attempt?.wallet ?? "" })}</Notice>}
      </div>
    </>
  );
}

function useMoreWallets({ connectors, networks }: PayerWallets) {
  const [network = null] = networks;
  const [remote, setRemote] = useState<OfferedWallet[] | null>(null);
  const [pairing, setPairing] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const show = async () => {
    const part = await morePart.load();
    setFailed(part === null);
    if (part && network) setRemote(part.remoteWallets(connectors, network, setPairing));
  };
  const giveUp = () => {
    for (const wallet of remote ?? []) wallet.giveUp?.();
  };
  const isOffered = connectors !== null && network !== null && remote === null;
  return { wallets: remote ?? [], isOffered, pairing, failed, show, giveUp };
}
