import { callWithKey } from "@/lib/client/call";
import type { SentInput } from "@/lib/contract/endpoint";
import type { createSession } from "@/lib/contract/payment-sessions";
import { isApiError } from "@/sdk/src/errors";
import type { CreatedSession } from "./gather-payments";

/** What the API said: the session, or why there is none. */
export type Creation = { session: CreatedSession } | { refusal: string; requestId: string | null };

export type NewSession = SentInput<typeof createSession>;

const route = { method: "POST", path: "/v1/payment-sessions" } as const;

/**
 * Creates a payment session as a merchant's server does. (Elsewhere than in the demo a secret key is in
 * no browser.)
 */
export async function createPayment(apiKey: string, body: NewSession): Promise<Creation> {
  try {
    return { session: await callWithKey<typeof createSession>(apiKey, route, body) };
  } catch (error) {
    if (isApiError(error)) {
      return { refusal: error.message, requestId: error.requestId ?? null };
    }
    return { refusal: "The server does not answer. Is the demo still running?", requestId: null };
  }
}
