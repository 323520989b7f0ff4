import type { z } from "zod";
import { encodeAs } from "@/lib/contract/encode";
import type { Endpoint, InputOf } from "@/lib/contract/endpoint";
import { invalidRequest } from "@/lib/core/errors";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import type { ApiRequest, RouteHandler } from "@/lib/server/http/http";
import { webHandler } from "@/lib/server/http/web-handler";
import type { VerbRunner } from "./run-verb";
import { apiHandler } from "./serve";

/** A page of what is streamed; an empty one only shows that the stream is alive. */
type Pages<Item> = AsyncIterable<readonly (Item & { readonly position: number | null })[]>;

/** Asks for a position behind which the stream begins, and begins it. */
type StreamVerb<Item> = (
  ctx: Context<MerchantActor>,
  input: { after?: number },
) => Promise<{ from: number; begin(signal: AbortSignal): Pages<Item> }>;

const RETRY_MS = 2_000;
const POSITION = /^[0-9]{1,15}$/;

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  // Without no-transform a proxy would hold the stream back to compress it.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/**
 * Binds a declaration to a verb whose output is sent as server-sent events (WHATWG HTML, 9.2): the position
 * is each one's `id`, and `Last-Event-ID` goes before `after`. Until it begins it is answered as any
 * endpoint; after that it simply ends.
 */
export function serveStream<D extends Endpoint & { auth: "merchant" }>(
  declaration: D,
  verb: InputOf<D> extends { after?: number } ? StreamVerb<z.output<D["response"]>> : never,
): RouteHandler {
  const open = verb as StreamVerb<unknown>;
  return webHandler((request) =>
    apiHandler(declaration, runnerOf(declaration, open, request))(request),
  );
}

function runnerOf(
  declaration: Endpoint,
  open: StreamVerb<unknown>,
  request: ApiRequest,
): VerbRunner {
  return async (ctx, input) => {
    const after = lastEventId(request) ?? (input as { after?: number }).after;
    // The declaration takes merchants' keys alone.
    const { from, begin } = await open(ctx as Context<MerchantActor>, { after });
    const stream = (signal: AbortSignal) => textOf(declaration, from, begin(signal));
    return { status: 200, headers, body: "", stream };
  };
}

function lastEventId(request: ApiRequest): number | undefined {
  const id = request.header("last-event-id");
  if (!id) return undefined;
  if (POSITION.test(id)) return Number(id);
  throw invalidRequest("Last-Event-ID", "Last-Event-ID is the id of an event of this stream.", {
    reason: "validation_failed",
  });
}

async function* textOf(
  declaration: Endpoint,
  from: number,
  pages: Pages<unknown>,
): AsyncGenerator<string> {
  // A client that is cut off before the first event comes back with this id, and misses none.
  yield `retry: ${RETRY_MS}\nid: ${from}\n\n`;
  for await (const page of pages) {
    if (page.length === 0) yield ":\n\n";
    else yield page.map((item) => textOfOne(declaration, item)).join("");
  }
}

const textOfOne = ({ response }: Endpoint, item: { readonly position: number | null }) =>
  `id: ${item.position}\ndata: ${JSON.stringify(encodeAs(response, item))}\n\n`;
