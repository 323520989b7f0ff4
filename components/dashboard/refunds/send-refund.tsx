"use client";

import { useState } from "react";
import { useTask } from "@/components/account/use-task";
import { CopyHex } from "@/components/dashboard/detail/copy-hex";
import { Connected } from "@/components/dashboard/wallet-step/ask-wallet";
import { Pairing } from "@/components/dashboard/wallet-step/pairing";
import { WalletMark } from "@/components/hosted/pay/wallet-mark";
import { Button } from "@/components/ui/button";
import { CheckIcon } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { showToast } from "@/components/ui/toast";
import type { RefundSending } from "@/lib/contract/refunds/refund-sender";
import type { Refund } from "./refund-state";
import { SendElsewhere, stepWords } from "./send-elsewhere";
import type { Sending } from "./send-reducer";
import type { Instructions } from "./send-steps";
import { canSign } from "./sign-refund";
import { useRefundWallets } from "./use-refund-wallets";
import { useRefundNamed, useSendRefund } from "./use-send-refund";

const doings: Partial<Record<Sending["doing"], string>> = {
  opening: "Open the wallet and choose the account.",
  signing: "Confirm this step in the wallet.",
  mining: "Waiting for the approval to be confirmed…",
  recording: "Refund sent. Waiting for confirmation…",
};

interface Props {
  refund: Refund;
  instructions: Instructions;
  sending: RefundSending;
}

/** The merchant's wallet sends the refund: choose it, confirm each step, and watch. */
export function SendRefund(props: Props) {
  const { refund, instructions, sending } = props;
  const { state, send, sign, record, confirmUnsent } = useSendRefund(refund, instructions, sending);
  const isWaiting = state.doing !== "choosing" && state.problem === null;
  return (
    <Section title="Send it from your wallet" text={`${instructions.summary}.`}>
      <div className="grid gap-5">
        <Steps instructions={instructions} at={state.at} />
        <div role="status" className="empty:hidden">
          {isWaiting && doings[state.doing] && <Notice>{doings[state.doing]}</Notice>}
          {state.problem && <Notice tone="wait">{state.problem}</Notice>}
        </div>
        {state.hash && state.problem && (
          <div className="flex flex-wrap items-center gap-3 text-sm">
            <Button onClick={() => void record(state.hash ?? "")}>Record refund</Button>
            <CopyHex hex={state.hash} what="the transaction’s hash" />
          </div>
        )}
        {state.isUncertain && (
          <div>
            <Button look="secondary" onClick={confirmUnsent}>
              I’ve checked: it wasn’t sent
            </Button>
          </div>
        )}
        {state.short && sending.localChainId !== null && (
          <AddTestTokens refund={refund} sending={sending} account={state.short} />
        )}
        {!state.hash && !state.isUncertain && (
          <Wallets {...props} isWaiting={isWaiting} onChoose={send} onSign={sign} />
        )}
        {/* It stays while a hash is recorded: a refused one is put right there. */}
        <div hidden={state.hash !== null}>
          <SendElsewhere
            instructions={instructions}
            refused={state.refused}
            onSent={(hash) => void record(hash)}
          />
        </div>
      </div>
    </Section>
  );
}

/** The wallet's steps, with those that are done. */
function Steps({ instructions, at }: Pick<Props, "instructions"> & Pick<Sending, "at">) {
  return (
    <ol className="grid gap-3 text-sm">
      {instructions.steps.map(({ kind, summary }, index) => (
        <li key={kind} className="flex gap-3">
          <StepMark number={index + 1} isDone={at > index} />
          <span className="pt-0.5">
            <span className="font-medium">{stepWords[kind]}</span>
            <span className="wrap-anywhere block text-muted">{summary}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function StepMark({ number, isDone }: { number: number; isDone: boolean }) {
  const look = isDone ? "border-good bg-good-soft text-good" : "border-edge text-muted";
  return (
    <span
      className={`grid size-6 shrink-0 place-items-center rounded-full border text-xs tabular-nums ${look}`}
    >
      {isDone ? <CheckIcon className="size-3.5" /> : number}
      {isDone && <span className="sr-only">Done</span>}
    </span>
  );
}

/** Gives a wallet of the local chain what it lacks. */
function AddTestTokens(props: Pick<Props, "refund" | "sending"> & { account: string }) {
  const { refund, sending, account } = props;
  const named = useRefundNamed(refund);
  const { busy, run } = useTask();
  const add = () =>
    run(async () => {
      const answer = await sending.mintMissing({ ...named, account });
      const text = answer.ok
        ? "Test tokens added. Send the refund now."
        : "Couldn't add test tokens.";
      showToast(text);
    });
  return (
    <div>
      <Button look="secondary" busy={busy} onClick={() => void add()}>
        Add test {refund.currency}
      </Button>
    </div>
  );
}

function Wallets(
  props: Props & {
    isWaiting: boolean;
    onChoose: ReturnType<typeof useSendRefund>["send"];
    onSign: ReturnType<typeof useSendRefund>["sign"];
  },
) {
  const { refund, instructions, sending, isWaiting, onChoose, onSign } = props;
  const named = useRefundNamed(refund);
  const { wallets, settled, open, connected, pairing, giveUp } = useRefundWallets({
    network: sending.network,
    senders: instructions.senders,
    localChainId: sending.localChainId,
    askNode: async (method, params) => {
      const answer = await sending.askLocalChain({ ...named, method, params });
      if (answer.ok) return answer.value;
      throw new Error(`The local chain did not answer: ${answer.reason}`);
    },
  });
  const [waitingFor, setWaitingFor] = useState<string | null>(null);
  if (wallets.length === 0) {
    return (
      <p className="text-muted text-sm">
        {settled
          ? "No wallet found in this browser. Install your wallet's extension, or send from another wallet."
          : "Looking for wallets…"}
      </p>
    );
  }
  return (
    <div className="grid gap-2.5">
      <WalletButtons
        {...{ wallets, isWaiting, waitingFor }}
        verb="Send with"
        onChoose={(wallet, button) => {
          setWaitingFor(button);
          void onChoose(() => open(wallet));
        }}
      />
      {canSign(refund, instructions, sending) && (
        <>
          <p className="text-muted text-sm">Or sign once, and we send it for you. No gas needed.</p>
          <WalletButtons
            {...{ wallets, isWaiting, waitingFor }}
            verb="Sign with"
            onChoose={(wallet, button) => {
              setWaitingFor(button);
              void onSign(() => open(wallet));
            }}
          />
        </>
      )}
      {pairing && <Pairing uri={pairing} onCancel={giveUp} />}
      <Connected wallet={connected} />
    </div>
  );
}

type Wallet = ReturnType<typeof useRefundWallets>["wallets"][number];

/** A button for each wallet. */
function WalletButtons(props: {
  wallets: readonly Wallet[];
  isWaiting: boolean;
  /** The button that was chosen last. */
  waitingFor: string | null;
  verb: string;
  onChoose(wallet: Wallet, button: string): void;
}) {
  const { wallets, waitingFor, isWaiting, verb, onChoose } = props;
  return (
    <div className="flex flex-wrap gap-2">
      {wallets.map((wallet) => (
        <Button
          key={wallet.id}
          busy={isWaiting && waitingFor === `${verb} ${wallet.id}`}
          blocked={isWaiting}
          onClick={() => onChoose(wallet, `${verb} ${wallet.id}`)}
        >
          <WalletMark wallet={wallet} small />
          {verb} {wallet.name}
        </Button>
      ))}
    </div>
  );
}
