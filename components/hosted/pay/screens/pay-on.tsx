import { useEffect, useState } from "react";
import { askServer } from "@/components/hosted/pay/ask-server";
import { ChainChoice } from "@/components/hosted/pay/chain-choice";
import { firstOffer } from "@/components/hosted/pay/first-offer";
import { type MoveProblem, payOnChain } from "@/components/hosted/pay/pay-on-chain";
import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { useWalletPay, type WalletPay } from "@/components/hosted/pay/use-wallet-pay";
import { WalletAccount } from "@/components/hosted/pay/wallet-account";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { ChainBalance } from "@/lib/contract/payments/hosted-pay";

/** On which chain a connected wallet pays: one where it has enough is offered first. */
export function PayOn() {
  const pay = useWalletPay();
  const { page, say, state } = pay;
  const { step } = state;
  const balances = useBalances(pay, step.name === "connected" ? step.account : null);
  const offer = firstOffer(balances ?? [], { chainId: page.network.chainId, amount: page.amount });
  const choice = useChoice(pay, offer);
  if (step.name !== "connected") return null;
  return (
    <ScreenFrame
      title={say("payOnTitle")}
      intro={say("payOnIntro")}
      actions={
        <Button wide busy={choice.busy} onClick={() => void choice.go()}>
          {say("payOnContinue")}
        </Button>
      }
    >
      <WalletAccount step={{ ...step, check: null }} locked={choice.busy} />
      <ChainChoice {...choice} balances={balances} />
      <MoveNotice problem={choice.problem} />
    </ScreenFrame>
  );
}

/** The same choice beside the wallets, before one is connected. */
export function PayOnFirst() {
  const pay = useWalletPay();
  const { page, say } = pay;
  const choice = useChoice(pay, page.network.chainId);
  const label = page.chains.find(({ chainId }) => chainId === choice.picked)?.label ?? "";
  return (
    <div className="grid gap-3">
      <ChainChoice {...choice} />
      {choice.picked !== page.network.chainId && (
        <Button look="secondary" wide busy={choice.busy} onClick={() => void choice.go()}>
          {say("payOnNetwork", { network: label })}
        </Button>
      )}
      <MoveNotice problem={choice.problem} />
    </div>
  );
}

/** @param offer what is picked until the payer picks */
function useChoice({ page, controller }: WalletPay, offer: number) {
  const [own, setOwn] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<MoveProblem>(null);
  const settled = problem === "chain_settled";
  const picked = settled ? page.network.chainId : (own ?? offer);
  const go = async () => {
    setBusy(true);
    const found = await payOnChain(controller, picked);
    setProblem(found);
    // A page that is loaded again stays as it is until then.
    if (found !== null) setBusy(false);
  };
  return { picked, settled, busy, problem, onPick: setOwn, go };
}

/** Null while they are being read; none where the server did not say. */
function useBalances({ controller, page }: WalletPay, account: string | null) {
  const [read, setRead] = useState<{ of: string; balances: ChainBalance[] } | null>(null);
  const { sessionId } = page;
  useEffect(() => {
    if (account !== null) void ask(account);
    async function ask(payer: string) {
      const answer = await askServer(controller.actions.readBalances({ sessionId, payer }));
      setRead({ of: payer, balances: answer.ok ? answer.value : [] });
    }
  }, [controller, sessionId, account]);
  return read?.of === account ? read.balances : null;
}

function MoveNotice({ problem }: { problem: MoveProblem }) {
  const { page, say } = useWalletPay();
  const network = page.network.label;
  return (
    <div role="status" className="empty:absolute">
      {problem !== null && (
        <Notice tone="wait">
          {problem === "chain_settled" ? say("payOnSettled", { network }) : say("refusedGeneric")}
        </Notice>
      )}
    </div>
  );
}
