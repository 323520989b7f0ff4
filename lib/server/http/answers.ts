import { apiVersion } from "@/lib/core/api-version";
import {
  type ErrorCode,
  errorStatuses,
  type Refusal,
  type RefusalDetails,
  type RefusalInfo,
  reasonStatuses,
} from "@/lib/core/errors";
import { isDatabaseTrouble } from "@/lib/core/operations/database-trouble";
import type { JsonObject } from "@/lib/core/text/json";
import { type ApiResponse, json } from "./http";

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
  return json(
    reasonStatuses[info.details.reason] ?? errorStatuses[code],
    errorBody(code, message, requestId, info),
    retry === undefined ? {} : { "retry-after": String(retry) },
  );
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

/** When a request that the database failed may be sent again. */
const RETRY_AFTER_SECONDS = "2";

/** Answers what went wrong on our side: `error`, of which nothing is told. */
export function failure(requestId: string, error: unknown): ApiResponse {
  const info = { details: { reason: "internal_error" } } as const;
  const message = "Something went wrong on our side.";
  const body = errorBody("api_error", message, requestId, info);
  const headers: Record<string, string> = commonHeaders(requestId);
  if (isDatabaseTrouble(error)) headers["retry-after"] = RETRY_AFTER_SECONDS;
  return json(errorStatuses.api_error, body, headers);
}
