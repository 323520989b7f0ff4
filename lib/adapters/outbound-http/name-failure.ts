import { TargetNotAllowed, type TargetProblem } from "./check-target";
import { NameNotResolved } from "./resolve-target";

/** Why a request got no status, in stable words that name nothing of our network. */
export type FailureWord =
  | TargetProblem
  | "name_not_resolved"
  | "connection_refused"
  | "connection_failed"
  | "tls_failed"
  | "timeout"
  | "headers_too_large"
  | "response_malformed";

const byCode: Record<string, FailureWord> = {
  ECONNREFUSED: "connection_refused",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  ETIMEDOUT: "timeout",
  UND_ERR_HEADERS_OVERFLOW: "headers_too_large",
  UND_ERR_RESPONSE: "response_malformed",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "response_malformed",
  EPROTO: "tls_failed",
};
const tlsCode = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH)/;

/**
 * Names what went wrong on the way; a code that is not listed is a failed connection.
 * @throws the error itself when it has no code: then it is a bug of ours
 */
export function nameFailure(error: unknown): FailureWord {
  if (error instanceof TargetNotAllowed) return error.reason;
  if (error instanceof NameNotResolved) return "name_not_resolved";
  if (!(error instanceof Error)) throw error;
  if (error.name === "TimeoutError" || error.name === "AbortError") return "timeout";
  if (error.name === "HTTPParserError") return "response_malformed";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (code === "" || code === "UND_ERR_INVALID_ARG") throw error;
  if (tlsCode.test(code)) return "tls_failed";
  return byCode[code] ?? "connection_failed";
}
