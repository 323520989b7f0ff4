import type { CreatedSession } from "./gather-payments";

/** What the API said: the session, or why there is none. */
export type Creation = { session: CreatedSession } | { refusal: string; requestId: string | null };

interface ApiAnswer {
  error?: { message: string; requestId: string };
}

/**
 * Creates a payment session as a merchant's server does. (Elsewhere than in the demo a secret key is in
 * no browser.)
 * @param body The request's body
 */
export async function createPayment(apiKey: string, body: object): Promise<Creation> {
  try {
    const response = await fetch("/v1/payment-sessions", {
      method: "POST",
      headers: {
        authorization: `Bearer ${apiKey}`,
        "content-type": "application/json",
        "idempotency-key": crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as CreatedSession & ApiAnswer;
    if (response.ok) return { session: answer };
    const { message = "The server refused.", requestId = null } = answer.error ?? {};
    return { refusal: message, requestId };
  } catch {
    return { refusal: "The server does not answer. Is the demo still running?", requestId: null };
  }
}
