import { isGoneAction, tellOldPage } from "@/lib/client/old-page";
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
    if (!isGoneAction(error)) return refused("offline");
    tellOldPage();
    return refused("version");
  }
}
