"use client";

import { useEffect, useRef, useState } from "react";
import { askServer } from "@/components/hosted/pay/ask-server";
import type { HomeWords } from "@/components/hosted/words/payer/payer-words";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { OfferedWallet } from "@/lib/client/wallet/remote-wallets";
import type {
  Allowance,
  PayerHomeActions,
  PayerWallets,
  PermitProgress,
} from "@/lib/contract/subscriptions/payer-home";
import { ChooseWallet } from "./choose-wallet";
import { followProgress, type GaveUp } from "./follow-progress";
import { isPermitUnderWay } from "./own-words";
import { focusHeading, useShowAnew } from "./said";
import { signLimit } from "./sign-limit";
import { useAttempts } from "./use-attempts";

type Actions = Pick<PayerHomeActions, "buildPermit" | "relayPermit" | "readPermit">;

interface Props {
  title: string;
  text: string;
  /** The address that is signed in. */
  payer: string;
  allowance: Pick<Allowance, "token" | "spender" | "chainId" | "permit">;
  wallets: PayerWallets;
  actions: Actions;
  words: HomeWords;
}

/** Has the payer sign what may be charged, carries it to the token, and shows the page anew once that is final. */
export function SignPermit({ title, text, allowance, ...props }: Props) {
  const [sent, setSent] = useState(allowance.permit);
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  const part = useRef<HTMLDivElement>(null);
  const showAnew = useShowAnew();
  const gaveUp = useProgress(sent, props.actions, (isDone) => {
    const { permitDone, permitFailed } = props.words;
    const onShown = () => {
      setSent(null);
      setOpen(false);
      setFailed(!isDone);
    };
    if (isDone) showAnew(permitDone, part.current, onShown);
    else showAnew(permitFailed, part.current, onShown, "heard");
  });
  const show = (permit: PermitProgress) => {
    focusHeading(part.current);
    setFailed(false);
    setSent(permit);
  };
  if (sent) {
    return (
      <div ref={part} role="status">
        <Notice tone={gaveUp ? "wait" : undefined}>
          {props.words[sentWords[gaveUp ?? "none"]]}
        </Notice>
      </div>
    );
  }
  return (
    <div ref={part} className="grid gap-2.5 rounded-xl bg-panel p-4 noscript:hidden">
      {failed && <Notice tone="bad">{props.words.permitFailed}</Notice>}
      <p className="text-pretty text-sm">{text}</p>
      {open ? (
        <SignWith {...props} allowance={allowance} onSent={show} />
      ) : (
        <div>
          <Button onClick={() => setOpen(true)}>{title}</Button>
        </div>
      )}
    </div>
  );
}

function SignWith({
  payer,
  allowance,
  wallets,
  actions,
  words,
  onSent,
}: Omit<Props, "title" | "text"> & { onSent(sent: PermitProgress): void }) {
  const { attempt, start, leave } = useAttempts();
  const { networks } = wallets;
  const sign = (wallet: OfferedWallet) =>
    start(wallet, async (signal) => {
      const done = await signLimit(wallet, { payer, allowance, networks, actions, signal });
      if (typeof done === "string") return done;
      onSent(done);
      return null;
    });
  return (
    <ChooseWallet
      wallets={wallets}
      attempt={attempt}
      label="signWith"
      words={words}
      onChoose={(wallet) => void sign(wallet)}
      onLeave={leave}
    />
  );
}

const sentWords = { none: "permitSent", late: "permitLate", signed_out: "signedOut" } as const;

/**
 * Looks how far it is, until a block has it or it can no longer take effect.
 * @returns why it is looked at no longer, before that
 */
function useProgress(
  sent: PermitProgress | null,
  { readPermit }: Actions,
  onOver: (isDone: boolean) => void,
): GaveUp | null {
  const id = sent?.id;
  const [gaveUp, setGaveUp] = useState<GaveUp | null>(null);
  const tell = useRef(onOver);
  useEffect(() => {
    tell.current = onOver;
  });
  useEffect(() => {
    if (id === undefined) return;
    setGaveUp(null);
    return followProgress({
      read: () => askServer(readPermit({ id })),
      isOver: (permit) => !isPermitUnderWay(permit),
      onOver: ({ state }) => tell.current(state === "mined" || state === "done"),
      onGiveUp: setGaveUp,
    });
  }, [id, readPermit]);
  return gaveUp;
}
