import type { Reason } from "./refusal-reasons";

/** The status of each error code of the public API; the only place where they meet. */
export const errorStatuses = {
  invalid_request: 400,
  authentication_error: 401,
  merchant_not_synced: 401,
  permission_denied: 403,
  session_invalid_state: 403,
  not_found: 404,
  idempotency_error: 409,
  rate_limited: 429,
  api_error: 500,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

/** What an answer depends on and is away for now: each is 503, and worth asking again. */
const awayReasons = [
  "database_unavailable",
  "chain_unavailable",
  "screening_unavailable",
  "identity_unavailable",
  "challenge_unavailable",
  "report_unchecked",
] as const satisfies readonly Reason[];

/** Reasons with a status of their own, regardless of their code's status. */
export const reasonStatuses: { readonly [reason in Reason]?: number } = {
  ...Object.fromEntries(awayReasons.map((reason) => [reason, 503])),
  method_not_allowed: 405,
  body_too_large: 413,
  unsupported_media_type: 415,
};

/** Seconds after which it is worth asking again for what is away. */
export const RETRY_SECONDS = 2;

export interface ValidationIssue {
  path: (string | number)[];
  message: string;
  code: string;
}

export interface RefusalDetails {
  /** A stable word. */
  reason: Reason;
  issues?: ValidationIssue[];
  [fact: string]: unknown;
}

export interface RefusalInfo {
  /** The offending field. */
  param?: string;
  /** Machine-readable facts. */
  details: RefusalDetails;
  /** Seconds until a retry makes sense; becomes the `Retry-After` header. */
  retryAfterSeconds?: number;
}

/** An expected "no" that the caller can act on. Everything else that is thrown is a bug. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly info: RefusalInfo,
  ) {
    super(message);
  }
}

/** Refuses a field of the request: 400 `invalid_request` with `param`. */
export function invalidRequest(param: string, message: string, details: RefusalDetails): Refusal {
  return new Refusal("invalid_request", message, { param, details });
}

/** Refuses because the resource does not exist or is not visible to the caller. */
export function notFound(resource: string): Refusal {
  return new Refusal("not_found", `No such ${resource}.`, {
    details: { reason: "resource_missing" },
  });
}

/** Refuses an action that conflicts with the current status. */
export function invalidState(
  message: string,
  details: RefusalDetails & { currentStatus?: string },
): Refusal {
  return new Refusal("session_invalid_state", message, { details });
}

/** Refuses for now, since something that the answer depends on is away: 503, to be asked again. Nothing was done. */
export function unavailable(reason: (typeof awayReasons)[number], message: string): Refusal {
  return new Refusal("api_error", message, {
    details: { reason },
    retryAfterSeconds: RETRY_SECONDS,
  });
}

/** Refuses what an operator's command asks for. */
export function impossible(message: string, reason: Reason = "not_possible"): Refusal {
  return new Refusal("invalid_request", message, { details: { reason } });
}
