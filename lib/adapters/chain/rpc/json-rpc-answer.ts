import { NodeTrouble, saysRateLimit } from "./node-trouble";
import { readSendError } from "./send-error";

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

/**
 * What a JSON-RPC error is about. `call`: every node would say the same, such as a revert, the caller's own
 * parameters, or a question that is too large. `node`: its plan, its limits or its key. `unclear`: another node may know
 * better, such as one that lacks a block, a state or a method, or that fails inside.
 */
export type ErrorSubject = "call" | "node" | "unclear";
const CALLERS_OWN = [-32600, -32602];
/** HTTP's 401, 402, 403 and 429 as codes, and providers' for limits and backends that are gone. */
const NODES_OWN = [401, 402, 403, 429, -32001, -32005, -32007, -32011, -32029, -32090, -32097];

/** Words of the EVM and of a node that judges a call or a transaction. */
const callsOwn =
  /out of gas|gas required|intrinsic gas|gas limit|exceeds (allowance|block gas)|invalid opcode|bad jump|stack (under|over)flow|insufficient (funds|balance)|vm execution|doesn't have enough funds|upfront cost/i;
/** Words about the size of a question: the caller asks for less. */
const tooMuch =
  /(block|log)s? range|range (is )?too|ranges? over|too many (results|logs|blocks)|more than \d+ (results|logs|blocks)|(response|result) (size|set)|block range|exceeds? (the )?(max|limit of) .*(block|result|log)|limited to .*(block|range)|query timeout/i;
/** Words about a plan, a key or an account at a provider. */
const plans =
  /quota|credit|\bplan\b|upgrade|\btier\b|freetier|subscription|billing|payment required|(daily|monthly|request) .*(limit|count)|limit (was )?(exceeded|reached)|capacity|api.?key|unauthori[sz]ed|authenticated|forbidden|access denied|not allowed|suspended|whitelist|top up|no (healthy )?backend|backend.* (healthy|available)|unable to complete/i;
/** Words about a block or a state that the node does not have. */
const lacks =
  /not found|unknown block|missing trie node|pruned|not (yet )?available|historical|no state/i;

/** What an error to a call of this method is about. */
export function subjectOf(method: string, { code, message, data }: JsonRpcError): ErrorSubject {
  if (code === REVERTED || /revert/i.test(message) || isRevertData(data)) return "call";
  if (method === "eth_sendRawTransaction" && readSendError(message) !== "unknown") return "call";
  if (tooMuch.test(message)) return "call";
  // Said of the range alone, by nodes that have no plans.
  if (method === "eth_getLogs" && /^(query )?limit exceeded\.?$/i.test(message)) return "call";
  if (saysRateLimit(message) || plans.test(message)) return "node";
  if (callsOwn.test(message)) return "call";
  if (lacks.test(message)) return "unclear";
  if (NODES_OWN.includes(code)) return "node";
  return CALLERS_OWN.includes(code) ? "call" : "unclear";
}

/** What a contract returned with its revert: hex, by itself or as a node's object holds it. */
function isRevertData(data: unknown): boolean {
  if (typeof data === "string") return data.startsWith("0x");
  return typeof data === "object" && data !== null && "data" in data && isRevertData(data.data);
}
