import type { ErrorCode, ErrorReason } from "./types.generated";

/** What is wrong with a field. */
export interface FieldIssue {
  /** Where the field stands in the input. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly code: string;
}

/** Facts about a refusal, for programs. */
export interface ErrorDetails {
  /** Why, as a stable word. */
  readonly reason: ErrorReason;
  /** Each field that is at fault. */
  readonly issues?: readonly FieldIssue[];
  /** The status that is in the way. */
  readonly currentStatus?: string;
  /** The scope that the API key lacks. */
  readonly requiredScope?: string;
  readonly [fact: string]: unknown;
}

/** The parts of an error answer. */
export interface ErrorAnswer {
  readonly code: ErrorCode;
  readonly message: string;
  /** The field at fault, as a path with dots. */
  readonly param?: string;
  readonly details: ErrorDetails;
  /** Names the request to support. */
  readonly requestId?: string;
}

/** Stipend refused the request, or failed: what it answered. */
export class StipendError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "StipendError";
  readonly code: Code;
  /** `details.reason`: why, as a stable word. */
  readonly reason: ErrorReason;
  readonly param: string | undefined;
  readonly details: ErrorDetails;
  readonly requestId: string | undefined;

  constructor(
    answer: ErrorAnswer & { readonly code: Code },
    /** The HTTP status. */
    readonly status: number,
    /** After how many seconds a repetition makes sense, where the answer says so. */
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(answer.message);
    this.code = answer.code;
    this.reason = answer.details.reason;
    this.param = answer.param;
    this.details = answer.details;
    this.requestId = answer.requestId;
  }
}

/** A `StipendError` by its code, so that `switch (error.code)` knows every case. */
export type ApiError = { [Code in ErrorCode]: StipendError<Code> }[ErrorCode];

/** Whether Stipend itself answered with an error. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof StipendError;
}

/**
 * There is no answer of Stipend's: the network failed, the time was up, or something in between answered.
 * A write may have been executed all the same. Repeat it with the same `idempotencyKey`, which executes it
 * once however often it arrives.
 */
export class StipendConnectionError extends Error {
  override readonly name = "StipendConnectionError";

  constructor(
    message: string,
    /** Under which the write was sent; undefined for reads and for what takes no key. */
    readonly idempotencyKey: string | undefined,
    /** The HTTP status of an answer that is not Stipend's. */
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
