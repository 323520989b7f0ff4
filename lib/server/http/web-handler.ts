import { runtime } from "@/lib/server/runtime";
import { clientAddress } from "./client-address";
import {
  type ApiHandler,
  type ApiRequest,
  type ApiResponse,
  handledMethod,
  maxBodyBytes,
  type RouteHandler,
  type RouteParams,
  readBody,
  readBytes,
} from "./http";

function toApiRequest(request: Request, found: RouteParams): ApiRequest {
  const url = new URL(request.url);
  const params = Object.fromEntries(
    Object.entries(found).map(([name, value]) => [name, [value].flat().join("/")]),
  );
  return {
    method: handledMethod(request.method),
    path: url.pathname,
    params,
    query: url.searchParams,
    header: (name) => request.headers.get(name),
    text: () => readBody(request.body, maxBodyBytes),
    bytes: (limit) => readBytes(request.body, limit),
    address: clientAddress(request.headers, runtime().config.TRUST_PROXY_HOPS),
  };
}

function webStream(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const text = new TextEncoder();
  const reader = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.next();
      if (done) controller.close();
      else controller.enqueue(text.encode(value));
    },
    async cancel() {
      await reader.return?.();
    },
  });
}

/** A stream begins when it is made, read or not: after HEAD there is none. */
function contentOf({ stream, bytes, body }: ApiResponse, { method, signal }: Request) {
  if (method === "HEAD") return null;
  if (stream) return webStream(stream(signal));
  return bytes ? new Uint8Array(bytes) : body || null;
}

/** Lets Next, or any other host of web handlers, call an API handler. The host compresses by itself. */
export function webHandler(api: ApiHandler): RouteHandler {
  const handle = async (
    request: Request,
    context: { params: Promise<RouteParams | undefined> },
  ): Promise<Response> => {
    // Next gives nothing where the path has no parameters.
    const answer = await api(toApiRequest(request, (await context.params) ?? {}));
    const response = new Response(contentOf(answer, request), answer);
    for (const cookie of answer.cookies ?? []) response.headers.append("set-cookie", cookie);
    // Next would drop the header and send the encoded bytes without it.
    if (answer.encoded) response.headers.delete("content-encoding");
    return response;
  };
  return Object.assign(handle, { api });
}
