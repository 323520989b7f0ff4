import type { Endpoint, ReceivedOutput, SentInput } from "@/lib/contract/endpoint";
import type { Transport } from "@/sdk/src/send-request";
import { call, ownApi, type Route } from "./call";
import { fetchOwn } from "./fetch-own";
import { withStepUp } from "./with-step-up";

/**
 * Calls an endpoint of our own origin that knows a browser by its cookie. A person waits for each answer, so that an
 * answer that says to wait is shown at once.
 * @throws StipendError what the API answered
 * @throws StipendConnectionError when there is no answer of the API
 */
export function callOwnAccount<E extends Endpoint>(
  route: Route<E>,
  input: SentInput<E>,
): Promise<ReceivedOutput<E>> {
  const makeCall = () => call<E>(ownAccount(), route, input);
  // The confirmation's own calls: another confirmation would wait for itself.
  return route.path.startsWith("/api/identity/step-up") ? makeCall() : withStepUp(makeCall);
}

const ownAccount = (): Transport => ({
  ...ownApi(),
  maxRetries: 0,
  fetch: (address, init) => fetchOwn(address, { ...init, credentials: "same-origin" }),
});
