import { rememberSigned } from "@/lib/client/wallet/remembered-wallet";
import type { Subscriber } from "./subscriber";

/** Begins again after an enrolment that failed, from a fresh look at the wallet; from the list of wallets where it is gone. */
export function tryAgain({ plan, store, wallet }: Subscriber): void {
  // What failed once is signed anew.
  rememberSigned(plan.planId, null);
  store.dispatch({ type: "try_again" });
  if (!wallet.provider) {
    // Its connection ended meanwhile.
    wallet.leave();
    return;
  }
  wallet.setTask({ name: "review" });
  void wallet.check();
}
