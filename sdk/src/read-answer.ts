import { type ErrorAnswer, StipendConnectionError, StipendError } from "./errors";

/**
 * The JSON of a success.
 * @throws StipendError what the API answered
 * @throws StipendConnectionError for an answer that is not the API's
 */
export function readAnswer(response: Response, text: string, idempotencyKey: string | undefined) {
  const { status, headers } = response;
  const json = parse(text);
  if (response.ok && json !== undefined) return json;
  const answer = (json as { error?: ErrorAnswer } | null | undefined)?.error;
  if (response.ok || typeof answer?.code !== "string" || !answer.details) {
    const message = `The answer (HTTP ${status}) is not one of Stipend's`;
    throw new StipendConnectionError(message, idempotencyKey, status);
  }
  const asked = Number(headers.get("retry-after") ?? Number.NaN);
  throw new StipendError(answer, status, Number.isFinite(asked) ? asked : undefined);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What an error says. */
export const messageOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause);
