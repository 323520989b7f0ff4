import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { apiVersion } from "@/lib/core/api-version";
import {
  type ErrorCode,
  errorStatuses,
  Refusal,
  type RefusalDetails,
  type RefusalInfo,
  reasonStatuses,
  unavailable,
} from "@/lib/core/errors";
import { isDatabaseTrouble } from "@/lib/core/operations/database-trouble";
import type { JsonObject } from "@/lib/core/text/json";
import { type ApiResponse, json } from "./http";

/** Browsers ignore the last one over plain HTTP (RFC 6797, section 8.1). */
const securityHeaders = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  // An answer that a browser is made to show as a page runs and loads nothing.
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "strict-transport-security": "max-age=63072000",
};

/** The headers of what other pages' scripts must not read. */
export const ownHeaders = (requestId: string, version: string = apiVersion) => ({
  "stipend-request-id": requestId,
  "stipend-version": version,
  ...securityHeaders,
});

/** The headers that every answer of the API carries. A browser may read it: no cookie is ever looked at. */
export function commonHeaders(requestId: string, version: string = apiVersion) {
  return {
    ...ownHeaders(requestId, version),
    "access-control-allow-origin": "*",
    "access-control-expose-headers":
      "Stipend-Request-Id, Stipend-Version, Idempotent-Replayed, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset",
  };
}

/** A refusal that names a field lists it among the issues as well. */
function withIssues({ param, details }: RefusalInfo, message: string): RefusalDetails {
  if (param === undefined || details.issues) return details;
  return { ...details, issues: [{ path: param.split("."), message, code: details.reason }] };
}

/** The error envelope. */
function errorBody(
  code: ErrorCode,
  message: string,
  requestId: string,
  info: RefusalInfo,
): JsonObject {
  const details = withIssues(info, message) as JsonObject;
  return { error: { code, message, param: info.param, details, requestId } };
}

/** Answers an expected "no". */
export function refusalAnswer(refusal: Refusal, requestId: string): ApiResponse {
  const { code, message, info } = refusal;
  const retry = info.retryAfterSeconds;
  const status = reasonStatuses[info.details.reason] ?? errorStatuses[code];
  return json(status, errorBody(code, message, requestId, info), {
    ...(retry !== undefined && { "retry-after": String(retry) }),
    // RFC 6750, section 3.
    ...(status === 401 && { "www-authenticate": 'Bearer realm="Stipend"' }),
  });
}

/** Refuses what reaches no endpoint, with the headers that every answer has. */
export function refusedEarly(
  requestId: string,
  refusal: Refusal,
  headers: Record<string, string> = {},
): ApiResponse {
  const answer = refusalAnswer(refusal, requestId);
  return { ...answer, headers: { ...answer.headers, ...commonHeaders(requestId), ...headers } };
}

/** What a failure is answered with: 503 where what the answer depends on is away, 500 where the fault is ours. */
export function refusalOfFailure(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isDatabaseTrouble(error)) {
    return unavailable("database_unavailable", "The database does not answer: try again.");
  }
  if (isChainTrouble(error)) {
    return unavailable("chain_unavailable", "The chain does not answer: try again.");
  }
  return new Refusal("api_error", "Something went wrong on our side.", {
    details: { reason: "internal_error" },
  });
}

/** Answers what failed: `error`, of which nothing is told. */
export function failure(requestId: string, error: unknown): ApiResponse {
  const answer = refusalAnswer(refusalOfFailure(error), requestId);
  return { ...answer, headers: { ...commonHeaders(requestId), ...answer.headers } };
}
