const causes = {
  insufficient_balance: "failedBalance",
  authorization_consumed: "failedConsumed",
  authorization_expired: "failedExpired",
  expired: "failedExpired",
  token_paused: "failedPaused",
  address_blocked: "failedBlocked",
  network_busy: "failedBusy",
} as const;

type Cause = (typeof causes)[keyof typeof causes] | "failedGeneric";

/** The words for why a payment is dead. */
export function failureWords(failureCode: string | null): Cause {
  const known: Record<string, Cause | undefined> = causes;
  return known[failureCode ?? ""] ?? "failedGeneric";
}
