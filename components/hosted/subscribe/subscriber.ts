import type { ComponentType } from "react";
import { askServer } from "@/components/hosted/pay/ask-server";
import { reducePay } from "@/components/hosted/pay/pay-reducer";
import { initialPayState } from "@/components/hosted/pay/pay-state";
import type { Screen } from "@/components/hosted/pay/screen-of";
import { WalletController } from "@/components/hosted/pay/wallet-controller";
import { createStore } from "@/lib/client/store";
import { rememberSigned } from "@/lib/client/wallet/remembered-wallet";
import type { Answer, PayActions } from "@/lib/contract/payments/hosted-pay";
import type {
  SubscribeActions,
  SubscribePage,
} from "@/lib/contract/subscriptions/hosted-subscribe";
import { initialSubscribeState, reduceSubscribe, type SubscribeScreen } from "./subscribe-state";
import { walletPageOf } from "./wallet-page";

const POLL_MS = 2_000;

/** What a connected wallet signs and has, once it is loaded. */
export const walletSide: { Side?: ComponentType<{ screen: Screen | SubscribeScreen }> } = {};

async function loadWalletSide(): Promise<void> {
  walletSide.Side = (await import("./screens/wallet-side")).default;
}

/** What only payments of a session have. */
const notHere = async (): Promise<Answer<never>> => ({
  ok: false,
  reason: "not_found",
  retryAfterSeconds: null,
  requestId: null,
});

/** Leads a payer from choosing a wallet to a subscription. */
export class Subscriber {
  readonly store = createStore(reduceSubscribe, initialSubscribeState);
  readonly wallet: WalletController;

  constructor(
    readonly plan: SubscribePage,
    readonly actions: SubscribeActions,
    receivedMs: number,
  ) {
    const page = walletPageOf(plan);
    const walletActions: PayActions = {
      checkWallet: ({ payer }) => this.#check(payer),
      mintTestTokens: ({ payer }) => actions.mintPlanTokens({ planId: plan.planId, payer }),
      requestSignatures: notHere,
      relay: notHere,
      recordPayer: notHere,
    };
    const store = createStore(reducePay, initialPayState(page.status, receivedMs));
    this.wallet = new WalletController(page, walletActions, store);
  }

  /** Reads again how far the enrolment of the connected wallet is. */
  async readStanding(): Promise<void> {
    const payer = this.wallet.connected?.account;
    if (!payer) return;
    const { planId } = this.plan;
    const answer = await askServer(this.actions.readStanding({ planId, payer }));
    this.wallet.store.dispatch({ type: "link", live: answer.ok || answer.reason !== "offline" });
    if (answer.ok)
      this.store.dispatch({ type: "standing", account: payer, standing: answer.value });
  }

  /** Follows an enrolment until it is stopped. */
  follow(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    const ask = async () => {
      if (!document.hidden) await this.readStanding();
      if (!stopped) timer = setTimeout(ask, POLL_MS);
    };
    timer = setTimeout(ask, POLL_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }

  /** Begins again after an enrolment that failed, from a fresh look at the wallet. */
  tryAgain(): void {
    // What failed once is signed anew.
    rememberSigned(this.plan.planId, null);
    this.store.dispatch({ type: "try_again" });
    this.wallet.setTask({ name: "review" });
    void this.wallet.check();
  }

  async #check(payer: string) {
    const asked = this.actions.checkSubscriber({ planId: this.plan.planId, payer });
    const [answer] = await Promise.all([asked, loadWalletSide()]);
    if (answer.ok) this.store.dispatch({ type: "checked", account: payer, check: answer.value });
    return answer;
  }
}
