import { setTimeout as sleep } from "node:timers/promises";
import type { PayStatus, PayStatusName } from "@/lib/contract/payments/hosted-pay";
import { notFound, Refusal } from "@/lib/core/errors";
import { idPattern } from "@/lib/core/ids";
import { payStatus } from "@/lib/domain/payments/hosted-page/pay-status";
import { watchStatus } from "@/lib/domain/payments/hosted-page/watch-status";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import type { LimitHeaders } from "@/lib/server/api/limit";
import { failure, refusalAnswer } from "@/lib/server/http/answers";
import { addressBlock } from "@/lib/server/http/client-address";
import type { ApiResponse } from "@/lib/server/http/http";
import { limitPage, payPage } from "./limit-page";
import { publicContext } from "./page-context";

/** While a payment is on its way, and while there is none. */
const LOOK_SOON_MS = 1_000;
const LOOK_LATER_MS = 3_000;
/** Longer than most payments take. The browser reconnects by itself. */
const STREAM_MS = 120_000;
/** Keeps proxies from closing a quiet stream. */
const BEAT_MS = 15_000;
const RETRY_MS = 2_000;

/**
 * A payment's status for its page: as server-sent events, or as JSON when `Accept` asks for it.
 * Streams send the status at once and whenever it changes. An address has eight of them at the most;
 * the page asks for the status where it gets none.
 */
export async function payEvents(
  request: Request,
  { params }: { params: Promise<{ sessionId: string }> },
): Promise<Response> {
  const ctx = await publicContext(request.headers);
  const { sessionId } = await params;
  const limits = {};
  try {
    if (!sessionIds.test(sessionId)) throw notFound("payment session");
    await limitPage(ctx, { page: payPage, call: "read", subject: sessionId }, limits);
    const status = await watchStatus(ctx, { sessionId });
    const streaming = request.headers.get("accept")?.includes("text/event-stream");
    return streaming
      ? streamOf(ctx, sessionId, status, request.signal)
      : Response.json(status, quiet);
  } catch (error) {
    if (error instanceof Refusal) return toResponse(refusalAnswer(error, ctx.requestId), limits);
    ctx.log.error({ requestId: ctx.requestId, err: error }, "A payment's status could not be read");
    return toResponse(failure(ctx.requestId, error), limits);
  }
}

const sessionIds = idPattern("paymentSession");
const inFlight = new Set<PayStatusName>(["submitted", "seen"]);
const quiet = { headers: { "cache-control": "no-store" } };

function toResponse({ body, status, headers }: ApiResponse, limits: LimitHeaders): Response {
  return new Response(body, { status, headers: { ...headers, ...limits, ...quiet.headers } });
}

/** How many event streams of a process one client address may hold. */
const MAX_STREAMS = 8;
/** As long as the page waits for its next look when it is refused one. */
const RETRY_SECONDS = 15;

const held = new Map<string, number>();

/**
 * Counts an event stream of an address until the function returned is called, once or more often.
 * @throws Refusal `rate_limited` with `too_many_streams`
 */
function holdStream(address: string): () => void {
  const holder = addressBlock(address);
  const streams = held.get(holder) ?? 0;
  if (streams >= MAX_STREAMS) {
    throw new Refusal("rate_limited", `An address can have at most ${MAX_STREAMS} event streams.`, {
      details: { reason: "too_many_streams" },
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
  held.set(holder, streams + 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    const left = (held.get(holder) ?? 1) - 1;
    if (left > 0) held.set(holder, left);
    else held.delete(holder);
  };
}

function streamOf(
  ctx: Context<PublicActor>,
  sessionId: string,
  first: PayStatus,
  signal: AbortSignal,
): Response {
  const release = holdStream(ctx.actor.ip);
  // A process that is to end ends its streams; the browser comes back to one that is not.
  const stopping = ctx.stopping ? [ctx.stopping] : [];
  const ended = AbortSignal.any([signal, AbortSignal.timeout(STREAM_MS), ...stopping]);
  ended.addEventListener("abort", release, { once: true });
  // The browser may have left before this; then the body is neither read nor cancelled.
  if (ended.aborted) release();
  const lines = follow(first, () => payStatus(ctx, { sessionId }), ended);
  const text = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next().catch((error) => {
        release();
        throw error;
      });
      if (!done) return controller.enqueue(text.encode(value));
      release();
      controller.close();
    },
    async cancel() {
      release();
      await lines.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      // Without no-transform the server would hold the stream back to compress it.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

/** The lines of a stream: a status whenever it changes, and a beat when it long has not. */
async function* follow(
  first: PayStatus,
  read: () => Promise<PayStatus>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\ndata: ${JSON.stringify(first)}\n\n`;
  let shown = first;
  let quietMs = 0;
  while (!signal.aborted) {
    const waitMs = inFlight.has(shown.status) ? LOOK_SOON_MS : LOOK_LATER_MS;
    await sleep(waitMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    quietMs += waitMs;
    // A database that does not answer ends the stream; the browser comes back by itself.
    const status = await read();
    if (hasChanged(shown, status)) {
      yield `data: ${JSON.stringify(status)}\n\n`;
      shown = status;
      quietMs = 0;
    } else if (quietMs >= BEAT_MS) {
      yield ":\n\n";
      quietMs = 0;
    }
  }
}

function hasChanged(before: PayStatus, after: PayStatus): boolean {
  return JSON.stringify({ ...before, asOf: "" }) !== JSON.stringify({ ...after, asOf: "" });
}
