import { useMemo, useState } from "react";
import type {
  HomeKey,
  HomeWords,
  SubscriptionsEnglish,
} from "@/components/hosted/words/payer/payer-words";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { laterPart } from "@/lib/client/later-part";
import type { OfferedWallet } from "@/lib/client/wallet/remote-wallets";
import type { PayerWallets } from "@/lib/contract/subscriptions/payer-home";
import { type SayIn, sayIn } from "@/lib/core/text/say";
import { useWallets } from "./use-wallets";
import type { Attempt } from "./wallet-attempts";
import { WalletButtons } from "./wallet-buttons";

/** The wallets outside the browser: their code is loaded when they are asked for. */
const morePart = laterPart(() => import("./more-wallets"));

interface Props {
  wallets: PayerWallets;
  attempt: Attempt | null;
  /** What a wallet's button says. */
  label: "signInWith" | "signWith";
  words: HomeWords;
  onChoose(wallet: OfferedWallet): void;
  /** The wallet that is open is waited for no longer. */
  onLeave(): void;
}

/** The wallets of this browser and, once they are asked for, those outside it, to do something with. */
export function ChooseWallet({ wallets, attempt, label, words, onChoose, onLeave }: Props) {
  const say = useMemo(() => sayIn<SubscriptionsEnglish, HomeKey>(words), [words]);
  const found = useWallets(wallets.testChainId, words.testWallet);
  const more = useMoreWallets(wallets);
  const { focused, round, setFocused, startRound } = useFocused();
  const waiting = attempt !== null && attempt.problem === null;
  const isPairing = waiting && more.pairing !== null && more.has(attempt.wallet);
  const Pairing = isPairing ? morePart.loaded?.PayerPairing : undefined;
  return (
    <>
      {Pairing && more.pairing !== null ? (
        <Pairing uri={more.pairing} onCancel={more.giveUp} />
      ) : (
        <WalletButtons
          key={round}
          found={{ ...found, wallets: [...found.wallets, ...more.wallets] }}
          focused={focused}
          waitingFor={waiting ? attempt.wallet : null}
          label={(wallet) => say(label, { wallet })}
          words={words}
          onChoose={(wallet) => {
            setFocused(wallet.id);
            more.listen();
            onChoose(wallet);
          }}
        />
      )}
      {more.isOffered && (
        <Button
          look="secondary"
          wide
          blocked={waiting}
          onClick={() => void more.show().then(setFocused)}
        >
          {words.moreWallets}
        </Button>
      )}
      <Progress
        attempt={Pairing ? null : attempt}
        isAway={more.failed}
        say={say}
        onLeave={() => {
          startRound();
          onLeave();
        }}
      />
    </>
  );
}

interface ProgressProps {
  attempt: Attempt | null;
  /** The wallets outside the browser did not load. */
  isAway: boolean;
  say: SayIn<SubscriptionsEnglish, HomeKey>;
  onLeave(): void;
}

/** What the wallet is waited for, and a way to leave one that does not answer. */
function Progress({ attempt, isAway, say, onLeave }: ProgressProps) {
  const waiting = attempt !== null && attempt.problem === null;
  const problem = attempt?.problem ?? (isAway ? "offline" : null);
  const wallet = attempt?.wallet ?? "";
  return (
    <>
      <div role="status" className="empty:absolute">
        {waiting && <Notice>{say("waiting", { wallet })}</Notice>}
        {problem && <Notice tone="wait">{say(problem, { wallet })}</Notice>}
      </div>
      {waiting && (
        <Button look="quiet" wide onClick={onLeave}>
          {say("otherWallet")}
        </Button>
      )}
    </>
  );
}

/** The button that has the focus when it appears: what was pressed before is gone. A round shows all buttons anew. */
function useFocused() {
  const [focused, setFocused] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  return { focused, round, setFocused, startRound: () => setRound(round + 1) };
}

function useMoreWallets({ connectors, networks }: PayerWallets) {
  const [network, ...others] = networks;
  const [remote, setRemote] = useState<OfferedWallet[] | null>(null);
  const [pairing, setPairing] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  /** @returns the id of the first of them */
  const show = async () => {
    const part = await morePart.load();
    setFailed(part === null);
    if (!part || !network) return null;
    const shown = part.remoteWallets(connectors, [network, ...others], setPairing);
    setRemote(shown);
    return shown[0]?.id ?? null;
  };
  /** Pairings are shown where the wallet is chosen. */
  const listen = () => {
    if (!remote || !network) return;
    morePart.loaded?.remoteWallets(connectors, [network, ...others], setPairing);
  };
  const has = (name: string) => remote?.some((wallet) => wallet.name === name) === true;
  const giveUp = () => {
    for (const wallet of remote ?? []) wallet.giveUp?.();
  };
  const isOffered = connectors !== null && network !== undefined && remote === null;
  return { wallets: remote ?? [], isOffered, pairing, failed, show, listen, has, giveUp };
}
