import type { Endpoint, ReceivedOutput, SentInput } from "@/lib/contract/endpoint";
import { StipendError } from "@/sdk/src/errors";
import { type CallOptions, sendRequest, type Transport } from "@/sdk/src/send-request";
import { fetchOwn } from "./fetch-own";
import { tellOldPage } from "./old-page";

/** Which endpoint is called: the declaration's own words, so that a page need not load the declaration. */
export type Route<E extends Endpoint> = Pick<E, "method" | "path"> & {
  /** It answers with a file's bytes. */
  readonly isFile?: true;
} & (E["auth"] extends "none" ? { readonly isPublic: true } : unknown);

/** The API of the server that the page came from. */
export function ownApi(key?: string): Transport {
  return {
    baseUrl: new URL(location.origin),
    key,
    version: undefined,
    timeoutMs: 15_000,
    maxRetries: 2,
    fetch: fetchOwn,
  };
}

/**
 * Calls an endpoint as its declaration says, repeating what fails where that is safe.
 * @example
 * await call<typeof createSession>(api, { method: "POST", path: "/v1/payment-sessions" }, { amount, currency });
 * @throws StipendError what the API answered, by code and reason
 * @throws StipendConnectionError when there is no answer of the API
 */
export async function call<E extends Endpoint>(
  transport: Transport,
  route: Route<E>,
  input: SentInput<E>,
  options?: CallOptions,
): Promise<ReceivedOutput<E>> {
  try {
    const answer = await sendRequest(transport, route, input, options);
    return answer as ReceivedOutput<E>;
  } catch (error) {
    // A page calls only what its own build has.
    if (error instanceof StipendError && error.reason === "unknown_path") tellOldPage();
    throw error;
  }
}

/** Calls an endpoint by an API key, as a merchant's server does: the demo's pages alone have one. */
export const callWithKey = <E extends Endpoint>(
  key: string,
  route: Route<E>,
  input: SentInput<E>,
): Promise<ReceivedOutput<E>> => call<E>(ownApi(key), route, input);
