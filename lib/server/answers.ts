import { apiVersion } from "@/lib/core/api-version";
import type { ErrorCode, Refusal, RefusalInfo } from "@/lib/core/errors";
import type { JsonObject } from "@/lib/core/json";
import { type ApiResponse, json } from "./http";

/** The status of each error code; the only place where they meet. */
export const statusOf: Record<ErrorCode, number> = {
  authentication_error: 401,
  merchant_not_synced: 401,
  permission_denied: 403,
  session_invalid_state: 403,
  not_found: 404,
  invalid_request: 400,
  idempotency_error: 409,
  rate_limited: 429,
  api_error: 500,
};

/** The headers that every answer of the API carries. A browser may read it: no cookie is ever looked at. */
export function commonHeaders(requestId: string, version: string = apiVersion) {
  return {
    "stipend-request-id": requestId,
    "stipend-version": version,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "access-control-allow-origin": "*",
    "access-control-expose-headers":
      "Stipend-Request-Id, Stipend-Version, Idempotent-Replayed, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset",
  };
}

/** The error envelope. */
export function errorBody(
  code: ErrorCode,
  message: string,
  requestId: string,
  { param, details }: RefusalInfo = {},
): JsonObject {
  return { error: { code, message, param, details: details as JsonObject | undefined, requestId } };
}

/** Answers an expected "no". */
export function refusalAnswer(refusal: Refusal, requestId: string): ApiResponse {
  const { code, message, info } = refusal;
  const retry = info.retryAfterSeconds;
  return json(
    statusOf[code],
    errorBody(code, message, requestId, info),
    retry === undefined ? {} : { "retry-after": String(retry) },
  );
}
