import type { FailedAnswer } from "./ask-server";
import type { WalletController } from "./wallet-controller";

const signAgain = new Set(["expired", "not_yet_valid", "validity_too_long"]);

/** Turns the server's word for a refusal into what the payer can do about it. */
export function showRefusal(controller: WalletController, refusal: FailedAnswer): void {
  const { reason, retryAfterSeconds, requestId } = refusal;
  const code = controller.connected?.check?.code ?? "none";
  if (reason === "chain_mismatch") {
    // The session has moved: all that the page shows is of the former chain.
    window.location.reload();
  } else if (reason === "payer_blocked") {
    controller.store.dispatch({ type: "unusable", why: "blocked" });
  } else if (/^(wallet|factory)_not_/.test(reason) && code === "none") {
    refuseUndeployed(controller);
  } else if (code !== "none" && unverified.has(reason)) {
    controller.store.dispatch({ type: "unusable", why: "cannot_sign" });
  } else if (signAgain.has(reason)) {
    controller.setTask({ name: "sign_refused", number: 1, problem: "expired" });
  } else {
    controller.setTask({ name: "refused", reason, waitSeconds: retryAfterSeconds, requestId });
  }
}

/** What a token says of signatures that a wallet's code does not verify. */
const unverified = new Set(["signature_invalid", "simulation_failed", "wallet_not_deployed"]);

/** The wallet's contract is not on this network yet: what was signed is of no use. */
export function refuseUndeployed(controller: WalletController): void {
  controller.signing = null;
  controller.store.dispatch({ type: "unusable", why: "not_deployed" });
}
