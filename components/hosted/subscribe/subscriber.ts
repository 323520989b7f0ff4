import { reducePay } from "@/components/hosted/pay/pay-reducer";
import { initialPayState } from "@/components/hosted/pay/pay-state";
import { WalletController } from "@/components/hosted/pay/wallet-controller";
import { laterPart } from "@/lib/client/later-part";
import { createStore } from "@/lib/client/store";
import type { Answer, PayActions } from "@/lib/contract/payments/hosted-pay";
import type {
  SubscribeActions,
  SubscribePage,
} from "@/lib/contract/subscriptions/hosted-subscribe";
import { initialSubscribeState, isFollowed, reduceSubscribe } from "./subscribe-state";
import { walletPageOf } from "./wallet-page";

/** What a connected wallet signs and has. */
export const walletSide = laterPart(() => import("./screens/wallet-side"));

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
      readBalances: notHere,
      moveSession: notHere,
      requestSignatures: notHere,
      relay: notHere,
      recordPayer: notHere,
    };
    const store = createStore(reducePay, initialPayState(page.status, receivedMs));
    this.wallet = new WalletController(page, walletActions, store);
    this.wallet.isFollowed = () => {
      const own = this.store.get();
      return own.account === this.wallet.connected?.account && isFollowed(own);
    };
  }

  async #check(payer: string) {
    const asked = this.actions.checkSubscriber({ planId: this.plan.planId, payer });
    const [answer, side] = await Promise.all([asked, walletSide.load()]);
    if (!side) throw new Error("The wallet's side could not be loaded");
    if (answer.ok) this.store.dispatch({ type: "checked", account: payer, check: answer.value });
    return answer;
  }
}
