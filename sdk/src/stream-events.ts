import { StipendConnectionError, StipendError } from "./errors";
import { pause } from "./pause";
import { messageOf, readAnswer } from "./read-answer";
import { readStream } from "./read-stream";
import { headersOf, type Transport, urlOf } from "./send-request";
import type { Operations } from "./types.generated";
import { waitBefore } from "./wait-before";

type StreamedEvent = Operations["streamEvents"]["output"];

/** Where a stream begins, and what ends it. */
export interface StreamOptions {
  /** The position behind which it begins; with the next event by default. */
  readonly after?: number;
  readonly signal?: AbortSignal;
  /** Told whenever the connection stands or is gone. */
  readonly onState?: (state: StreamState) => void;
}

/** How it is with a stream's connection. */
export type StreamState =
  /** It stands, and sends what is behind the position. */
  | { readonly state: "open"; readonly position: number }
  /** It has ended, or broken with an error; the next one is made after `retryMs`. */
  | { readonly state: "closed"; readonly error?: unknown; readonly retryMs: number };

/** The server gives a sign of life every 15 seconds. */
const SILENCE_MS = 45_000;
/** Between two connections. */
const RECONNECT_MS = 2_000;

/**
 * The events of a merchant and mode in the order of their positions, as they come, without end: when the
 * connection ends or breaks it is made anew, behind the last event that was taken. So each event comes once,
 * and none is missed.
 * @throws StipendError what the API refuses: the key, or a position whose events are removed (`position_expired`)
 */
export async function* streamEvents(
  transport: Transport,
  { after, signal, onState }: StreamOptions = {},
): AsyncGenerator<StreamedEvent, void, undefined> {
  let last = after === undefined ? undefined : String(after);
  for (let failures = 0; !signal?.aborted; ) {
    try {
      for await (const { id, data } of connect(transport, last, signal)) {
        failures = 0;
        if (data === "" && id !== "") onState?.({ state: "open", position: Number(id) });
        if (data !== "") yield JSON.parse(data) as StreamedEvent;
        if (id !== "") last = id;
      }
      onState?.({ state: "closed", retryMs: RECONNECT_MS });
      await pause(RECONNECT_MS, signal);
    } catch (error) {
      if (signal?.aborted) return;
      const waitMs = waitBefore({ error, attempt: failures, isRepeatable: true });
      if (waitMs === null) throw error;
      failures += 1;
      onState?.({ state: "closed", error, retryMs: waitMs });
      await pause(waitMs, signal).catch(() => {});
    }
  }
}

async function* connect(
  transport: Transport,
  last: string | undefined,
  signal: AbortSignal | undefined,
) {
  const ending = new AbortController();
  const end = () => ending.abort();
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end, { once: true });
  let timer = setTimeout(end, SILENCE_MS);
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(end, SILENCE_MS);
  };
  try {
    const response = await open(transport, last, ending.signal);
    if (response.body) yield* readStream(response.body, alive);
  } catch (error) {
    throw asConnectionError(error);
  } finally {
    end();
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}

async function open(transport: Transport, last: string | undefined, signal: AbortSignal) {
  const headers = {
    ...headersOf(transport, { hasBody: false }),
    accept: "text/event-stream",
    ...(last === undefined ? {} : { "last-event-id": last }),
  };
  const init = {
    headers,
    signal,
    redirect: "error",
    credentials: "omit",
    cache: "no-store",
  } as const;
  const response = await transport.fetch(urlOf(transport, "/v1/events/stream"), init);
  if (!response.ok) readAnswer(response, await response.text(), undefined);
  return response;
}

/** What breaks a stream is the network's, unless the API has answered. */
function asConnectionError(error: unknown): unknown {
  if (error instanceof StipendError || error instanceof StipendConnectionError) return error;
  return new StipendConnectionError(messageOf(error), undefined, undefined, { cause: error });
}
