"use client";

import { useState } from "react";
import { askServer, type FailedAnswer } from "@/components/hosted/pay/ask-server";
import type { HomeKey } from "@/components/hosted/words/payer/payer-words";
import type { Answer } from "@/lib/contract/payments/hosted-pay";

/** Phrases that say how something went; some of them name the wallet. */
export type ProblemKey = Exclude<HomeKey, "payNow">;

const reasonWords: Readonly<Record<string, ProblemKey>> = {
  offline: "offline",
  payer_blocked: "payerBlocked",
  wallet_not_deployed: "walletNotDeployed",
  signed_out: "signedOut",
  // Signed in with another wallet, or for the other mode, since the page was shown.
  resource_missing: "signedOut",
  sign_in_expired: "signInExpired",
  expired: "permitStale",
  validity_too_long: "permitStale",
  signature_invalid: "signatureRefused",
  simulation_failed: "signatureRefused",
  permit_nonce_stale: "permitStale",
  permit_too_low: "permitStale",
  permit_pending: "permitPending",
  chain_unavailable: "unreachable",
};

/** What is said of a refusal of the server's. A limit that does not say how long it lasts is one of a day. */
export function wordOfRefusal({
  reason,
  retryAfterSeconds,
}: Pick<FailedAnswer, "reason" | "retryAfterSeconds">): ProblemKey {
  if (reason !== "rate_limited") return reasonWords[reason] ?? "failed";
  return retryAfterSeconds !== null && retryAfterSeconds <= 60 ? "limited" : "limitedLong";
}

/** Asks the server for something, one at a time, and keeps the word for why it did not work. */
export function useAsk() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ProblemKey | null>(null);
  async function ask<T>(action: () => Promise<Answer<T>>, onDone: (value: T) => void) {
    setBusy(true);
    setProblem(null);
    const answer = await askServer(action());
    setBusy(false);
    if (answer.ok) onDone(answer.value);
    else setProblem(wordOfRefusal(answer));
  }
  return { busy, problem, setProblem, ask };
}

/** Shows the page as it is now. */
export const reload = (): void => window.location.reload();
