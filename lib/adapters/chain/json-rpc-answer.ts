import { NodeTrouble, saysRateLimit } from "./node-trouble";

/** A JSON-RPC error: what the node says against a call. */
export interface JsonRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** What a node says to a call (JSON-RPC 2.0). */
export type JsonRpcAnswer = { readonly result: unknown } | { readonly error: JsonRpcError };

/** EIP-1474's codes for a reverted call and for "limit exceeded"; HTTP's for "too many requests". */
const REVERTED = 3;
const TOO_MANY_REQUESTS = 429;
/** Without a word how long. */
const RATE_LIMIT_REST_MS = 1_000;

/**
 * Reads a body as the answer to a call.
 * @throws NodeTrouble it is none: no object, another call's, neither a result nor an error; also the
 * error that the node was asked too often, which says nothing about the call
 */
export function readAnswer(body: unknown, id: number): JsonRpcAnswer {
  const fields = fieldsOf(body);
  if (!fields) throw new NodeTrouble("the answer is no JSON-RPC object");
  if (fields.id !== undefined && fields.id !== null && fields.id !== id) {
    throw new NodeTrouble("the answer is another call's");
  }
  const error = readError(fields);
  if (error) {
    if (isRateLimitError(error)) {
      throw new NodeTrouble(error.message, { restMs: RATE_LIMIT_REST_MS });
    }
    return { error };
  }
  if (!("result" in fields)) throw new NodeTrouble("an answer without a result");
  return { result: fields.result };
}

/** The error of a body; null when it has none. */
export function readError(body: unknown): JsonRpcError | null {
  const error = fieldsOf(fieldsOf(body)?.error);
  if (!error) return null;
  const { code, message, data } = error;
  if (typeof code !== "number" || typeof message !== "string") return null;
  return { code, message, data };
}

/** A revert's text is the contract's own, and code -32005 also means "too many results". */
function isRateLimitError({ code, message, data }: JsonRpcError): boolean {
  if (code === REVERTED || data != null || /revert/i.test(message)) return false;
  return code === TOO_MANY_REQUESTS || saysRateLimit(message);
}

/** The fields of a JSON object; null for everything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return value as Record<string, unknown>;
}
