import type { Route } from "@/lib/client/call";
import { callOwnAccount } from "@/lib/client/own-account";
import type { Endpoint, ReceivedOutput, SentInput } from "@/lib/contract/endpoint";
import { challengePurposes } from "@/lib/core/identity/challenge-purposes";
import { StipendError } from "@/sdk/src/errors";

/**
 * Asks our own identity provider for something, and solves the bot challenge where it wants one first.
 * @throws StipendError what it answered
 * @throws StipendConnectionError when there is no answer of it
 */
export async function askIdentity<E extends Endpoint>(
  route: Omit<Route<E>, "isPublic">,
  input: SentInput<E>,
): Promise<ReceivedOutput<E>> {
  const asked = { ...route, isPublic: true } as unknown as Route<E>;
  try {
    return await callOwnAccount<E>(asked, input);
  } catch (error) {
    if (!(error instanceof StipendError) || error.reason !== "challenge_required") throw error;
    const { passChallenge } = await import("./challenge");
    const { purpose } = error.details;
    await passChallenge(challengePurposes.find((one) => one === purpose) ?? "login");
    return callOwnAccount<E>(asked, input);
  }
}
