import { addressPrefix } from "@/lib/server/http/client-address";
import type { ApiRequest, ApiResponse } from "@/lib/server/http/http";
import { runtime } from "@/lib/server/runtime";
import type { Credential } from "./credential";

/** A request on its way to its answer. */
export interface Exchange {
  readonly request: Pick<ApiRequest, "method" | "address">;
  readonly requestId: string;
  /** The pattern of the path. */
  readonly route: string;
  readonly startedAt: number;
  /** With what it was sent, as soon as that is found to be good. */
  credential?: Credential;
}

/** Begins to measure a request. */
export function beginExchange(
  request: Exchange["request"],
  requestId: string,
  route: string,
): Exchange {
  return { request, requestId, route, startedAt: performance.now() };
}

/**
 * Leaves a row of an answered request for the request log: neither path, nor body, nor a secret.
 * @param reason of a refusal
 */
export function noteRequest(
  { request, requestId, route, startedAt, credential }: Exchange,
  { status }: Pick<ApiResponse, "status">,
  reason: string | null,
): void {
  runtime().requestLog?.add({
    createdAt: new Date(),
    requestId,
    method: request.method,
    route,
    status,
    reason,
    ...callerOf(credential),
    addressPrefix: addressPrefix(request.address),
    durationMs: Math.round(performance.now() - startedAt),
  });
}

function callerOf(credential: Credential | undefined) {
  switch (credential?.kind) {
    case "key":
      return pick(credential.keyId, credential);
    case "session":
      return pick(credential.sessionId, credential);
    case "platform":
      return { ...nobody, caller: credential.keyId, mode: credential.mode };
    case "admin":
      return { ...nobody, caller: credential.sessionId };
    default:
      return nobody;
  }
}

const nobody = { caller: null, merchantId: null, mode: null };

function pick(caller: string, { merchantId, mode }: Extract<Credential, { merchantId: string }>) {
  return { caller, merchantId, mode };
}
