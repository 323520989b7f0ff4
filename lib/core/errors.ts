/** The error codes of the public API. */
export type ErrorCode =
  | "authentication_error"
  | "permission_denied"
  | "merchant_not_synced"
  | "not_found"
  | "invalid_request"
  | "session_invalid_state"
  | "idempotency_error"
  | "rate_limited"
  | "api_error";

export interface ValidationIssue {
  path: (string | number)[];
  message: string;
  code: string;
}

export interface RefusalInfo {
  /** The offending field. */
  param?: string;
  /** Machine-readable facts; `reason` is a stable word. */
  details?: { reason?: string; issues?: ValidationIssue[]; [key: string]: unknown };
  /** Seconds until a retry makes sense; becomes the `Retry-After` header. */
  retryAfterSeconds?: number;
}

/** An expected "no" that the caller can act on. Everything else that is thrown is a bug. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly info: RefusalInfo = {},
  ) {
    super(message);
  }
}

/** Refuses a field of the request: 400 `invalid_request` with `param`, and `details.reason` where given. */
export function invalidRequest(
  param: string,
  message: string,
  details?: RefusalInfo["details"],
): Refusal {
  return new Refusal("invalid_request", message, { param, details });
}

/** Refuses because the resource does not exist or is not visible to the caller. */
export function notFound(resource: string): Refusal {
  return new Refusal("not_found", `No such ${resource}.`);
}

/** Refuses an action that conflicts with the current status. */
export function invalidState(
  message: string,
  details: { currentStatus?: string; reason?: string; [key: string]: unknown },
): Refusal {
  return new Refusal("session_invalid_state", message, { details });
}
