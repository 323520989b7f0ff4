import { buildRequest, type Operation } from "./build-request";
import { StipendConnectionError, StipendError } from "./errors";
import { pause } from "./pause";
import { messageOf, readAnswer } from "./read-answer";
import { waitBefore } from "./wait-before";

/** Where the API is, and how it is called. */
export interface Transport {
  readonly baseUrl: URL;
  readonly key: string | undefined;
  /** The `Stipend-Version` header; the key's own version without it. */
  readonly version: string | undefined;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly fetch: typeof fetch;
}

/** What may be said about one call. */
export interface CallOptions {
  /**
   * A write with the same key and the same input is executed once, for 72 hours. Without one each call has a
   * key of its own, which covers its own repetitions.
   */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** For one attempt; the seconds of a read's `wait` come on top. */
  readonly timeoutMs?: number;
  readonly maxRetries?: number;
}

/** One attempt. */
interface Attempt {
  readonly url: URL;
  readonly init: RequestInit;
  readonly idempotencyKey: string | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly isFile: boolean;
}

/**
 * Calls an endpoint, and repeats what fails where a repetition is safe and makes sense: failures of the
 * network and of the server with growing waits, what comes too early after `Retry-After`. A write keeps its
 * `Idempotency-Key` over its repetitions.
 * @returns the answer's JSON, or the bytes of a file
 * @throws StipendError what the API answered
 * @throws StipendConnectionError when there is no answer of the API
 * @throws TypeError when the input lacks a part of the path
 */
export async function sendRequest(
  transport: Transport,
  operation: Operation,
  input: Readonly<Record<string, unknown>> = {},
  options: CallOptions = {},
): Promise<unknown> {
  const { signal, maxRetries = transport.maxRetries } = options;
  const isRead = operation.method === "GET";
  const idempotencyKey =
    isRead || operation.isPublic ? undefined : (options.idempotencyKey ?? crypto.randomUUID());
  const { target, body } = buildRequest(operation, input);
  const attempt: Attempt = {
    url: urlOf(transport, target),
    init: {
      method: operation.method,
      headers: headersOf(transport, { idempotencyKey, hasBody: body !== undefined }),
      ...(body === undefined ? {} : { body }),
    },
    idempotencyKey,
    timeoutMs: (options.timeoutMs ?? transport.timeoutMs) + (isRead ? askedWaitMs(input) : 0),
    signal,
    isFile: operation.isFile === true,
  };
  for (let made = 0; ; made += 1) {
    try {
      return await once(transport, attempt);
    } catch (error) {
      const isRepeatable = isRead || idempotencyKey !== undefined;
      const waitMs = signal?.aborted ? null : waitBefore({ error, attempt: made, isRepeatable });
      if (waitMs === null || made >= maxRetries) throw error;
      await pause(waitMs, signal);
    }
  }
}

/** For how long the server is asked to hold its answer. */
const askedWaitMs = ({ wait }: Readonly<Record<string, unknown>>): number =>
  typeof wait === "number" ? wait * 1_000 : 0;

/** Where a path of the API is, with its query. */
export const urlOf = ({ baseUrl }: Transport, target: string): URL =>
  new URL(baseUrl.pathname.replace(/\/$/, "") + target, baseUrl);

/** The headers of a request to the API. */
export function headersOf(
  { key, version }: Transport,
  { idempotencyKey, hasBody }: { idempotencyKey?: string; hasBody: boolean },
): Record<string, string> {
  return {
    accept: "application/json",
    ...(hasBody ? { "content-type": "application/json" } : {}),
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(version === undefined ? {} : { "stipend-version": version }),
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
  };
}

async function once({ fetch }: Transport, attempt: Attempt): Promise<unknown> {
  const { url, init, idempotencyKey, timeoutMs, signal } = attempt;
  const ending = new AbortController();
  const abort = () => ending.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(() => {
    ending.abort(new Error(`No answer within ${timeoutMs} ms`));
  }, timeoutMs);
  try {
    // A redirect would take the key elsewhere.
    const safe = { redirect: "error", credentials: "omit", cache: "no-store" } as const;
    const response = await fetch(url, { ...init, ...safe, signal: ending.signal });
    if (attempt.isFile && response.ok) return new Uint8Array(await response.arrayBuffer());
    return readAnswer(response, await response.text(), idempotencyKey);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof StipendError || error instanceof StipendConnectionError) throw error;
    const cause = ending.signal.aborted ? ending.signal.reason : error;
    throw new StipendConnectionError(messageOf(cause), idempotencyKey, undefined, { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}
