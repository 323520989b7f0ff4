import type { Refused } from "./ask-server";
import type { WalletConductor } from "./wallet-conductor";

const signAgain = new Set(["expired", "not_yet_valid", "validity_too_long"]);

/** Turns the server's word for a refusal into what the payer can do about it. */
export function showRefusal(conductor: WalletConductor, refusal: Refused): void {
  const { reason, retryAfterSeconds, requestId } = refusal;
  const smart = conductor.connected?.check?.smart ?? false;
  if (reason === "payer_blocked") {
    conductor.store.dispatch({ type: "unusable", why: "blocked" });
  } else if (smart && (reason === "signature_invalid" || reason === "simulation_failed")) {
    conductor.store.dispatch({ type: "unusable", why: "cannot_sign" });
  } else if (reason === "insufficient_balance") {
    conductor.setTask({ name: "review" });
    void conductor.check();
  } else if (signAgain.has(reason)) {
    conductor.setTask({ name: "sign_refused", number: 1, problem: "expired" });
  } else {
    conductor.setTask({ name: "refused", reason, waitSeconds: retryAfterSeconds, requestId });
  }
}
