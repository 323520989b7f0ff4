import { useEffect } from "react";
import { Notice } from "@/components/ui/notice";
import { claimsContract } from "@/lib/client/wallet/claims-contract";
import type { ConnectedState } from "./pay-state";
import { useWalletPay } from "./use-wallet-pay";

/** What kind of account is about to sign, where that may keep it from paying: said before any prompt. */
export function AccountNote({ step }: { step: ConnectedState }) {
  const { page, say } = useWalletPay();
  useAskForContract(step);
  const { check, claimsContract: isClaimed, wallet } = step;
  if (check?.code === "contract") return <Notice>{say("noteContract")}</Notice>;
  if (check?.code === "delegated") {
    return <Notice>{say("noteDelegated", { wallet: wallet.name })}</Notice>;
  }
  if (!isClaimed) return null;
  const network = page.network.label;
  return <Notice tone="wait">{say("noteUndeployed", { wallet: wallet.name, network })}</Notice>;
}

/** Where the network knows no contract, the wallet may say that there is to be one. */
function useAskForContract({ account, check }: ConnectedState): void {
  const { controller, page } = useWalletPay();
  const code = check?.code;
  const { chainId } = page.network;
  useEffect(() => {
    if (code === "none") void ask();
    async function ask() {
      const { provider, store } = controller;
      if (!provider || !(await claimsContract(provider, account, chainId))) return;
      store.dispatch({ type: "claims_contract", account });
    }
  }, [controller, account, code, chainId]);
}
