import { type SealingKeys, sealBytes, unsealBytes } from "@/lib/adapters/sealing/seal";
import { bytesOf, type Hex } from "@/lib/core/chain/hex";
import { Refusal } from "@/lib/core/errors";
import { refusalAnswer } from "@/lib/server/http/answers";
import type { ApiResponse } from "@/lib/server/http/http";

/** The columns of an answer that is kept for repetition. */
export interface StoredAnswer {
  requestHash: Hex;
  status: number;
  answer: Hex;
}

/** An answer stands in the row of its scope, and opens nowhere else. */
const placeOf = (scope: Buffer) => ({ purpose: "idempotency", boundTo: scope.toString("hex") });

/** A body as it is stored: sealed, since it tells of customers. */
export const sealAnswer = (keys: SealingKeys, scope: Buffer, body: string): Buffer =>
  sealBytes(keys, placeOf(scope), Buffer.from(body));

/** The body that was stored, byte for byte. */
export const openAnswer = (keys: SealingKeys, scope: Buffer, { answer }: StoredAnswer): string =>
  unsealBytes(keys, placeOf(scope), bytesOf(answer)).toString();

/** Codes and reasons that say nothing of the request's effect, so that a repeat is tried anew. */
const neverStored = new Set([
  "invalid_request",
  "rate_limited",
  "api_error",
  "authentication_error",
  // What the caller lacks, and may have at the next attempt.
  "scope_missing",
  "step_up_required",
  "security_hold",
]);

/** Whether a refusal is the answer to every repetition. One that says when to ask again is not. */
const isStored = ({ code, info: { details, retryAfterSeconds } }: Refusal): boolean =>
  !neverStored.has(code) && !neverStored.has(details.reason) && retryAfterSeconds === undefined;

/** A refusal as the answer that is stored of it; one of which nothing is stored stays as it is. */
export const storable = (answer: ApiResponse | Refusal, requestId: string) =>
  answer instanceof Refusal && isStored(answer) ? refusalAnswer(answer, requestId) : answer;
