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
import { isPermitUnderWay } from "./own-words";
import { focusHeading, useShowAnew } from "./said";
import { signLimit } from "./sign-limit";
import { useAttempts } from "./use-attempts";

const LOOK_MS = 1_500;

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
  const part = useRef<HTMLDivElement>(null);
  const showAnew = useShowAnew();
  useProgress(sent, props.actions, (isDone) => {
    const { permitDone, permitFailed } = props.words;
    showAnew(isDone ? permitDone : permitFailed, part.current, () => {
      setSent(null);
      setOpen(false);
    });
  });
  const show = (permit: PermitProgress) => {
    focusHeading(part.current);
    setSent(permit);
  };
  if (sent) {
    return (
      <div ref={part} role="status">
        <Notice>{props.words.permitSent}</Notice>
      </div>
    );
  }
  return (
    <div ref={part} className="grid gap-2.5 rounded-xl bg-panel p-4 noscript:hidden">
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

/** Looks how far it is, until a block has it or it can no longer take effect. */
function useProgress(
  sent: PermitProgress | null,
  { readPermit }: Actions,
  onOver: (isDone: boolean) => void,
): void {
  const id = sent?.id;
  const tell = useRef(onOver);
  useEffect(() => {
    tell.current = onOver;
  });
  useEffect(() => {
    if (id === undefined) return;
    const timer = setInterval(async () => {
      const answer = await askServer(readPermit({ id }));
      if (!answer.ok || isPermitUnderWay(answer.value)) return;
      clearInterval(timer);
      tell.current(answer.value.state === "mined" || answer.value.state === "done");
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [id, readPermit]);
}
