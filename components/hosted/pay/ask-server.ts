import type { Answer } from "@/lib/contract/payments/hosted-pay";

export type FailedAnswer = Extract<Answer<unknown>, { ok: false }>;

const refused = (reason: string): FailedAnswer => ({
  ok: false,
  reason,
  retryAfterSeconds: null,
  requestId: null,
});

/**
 * Waits for a server action.
 * @returns its answer; `offline` when none came, which leaves open whether it ran; `version` when a
 * newer build replaced this page
 */
export async function askServer<T>(action: Promise<Answer<T>>): Promise<Answer<T>> {
  try {
    return await action;
  } catch (error) {
    // Known by name: Next's own test for it would bring its whole navigation module to this page.
    const isUnknown = error instanceof Error && error.name === "UnrecognizedActionError";
    return refused(isUnknown ? "version" : "offline");
  }
}
