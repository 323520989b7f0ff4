import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  cameFromHere,
  clientAddressHeader,
  forwardedAddress,
  localPeerHeader,
  notedAddress,
  stampedAddress,
  stampedLocalPeer,
} from "./client-address";
import {
  type ApiRequest,
  type ApiResponse,
  handledMethod,
  json,
  maxBodyBytes,
  maxWebBodyBytes,
  type RouteHandler,
} from "./http";

/** How much more is read of an oversized body, so that its sender is still listening when the answer comes. */
const readAnywayFactor = 16;

/** Reads a body up to a limit in bytes; null when it is larger. */
function readBytes(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else if (size > readAnywayFactor * limit) resolve(null);
    });
    request.on("end", () => {
      resolve(size > limit ? null : Buffer.concat(chunks));
    });
    request.on("error", reject);
  });
}

/** The same as text. */
const readText = async (request: IncomingMessage, limit: number) =>
  (await readBytes(request, limit))?.toString("utf8") ?? null;

/** A request as the API reads it, without a web `Request` in between. */
export function toApiRequest(
  request: IncomingMessage,
  path: string,
  query: string,
  params: Record<string, string>,
  address: string,
): ApiRequest {
  return {
    method: handledMethod(request.method),
    path,
    params,
    query: new URLSearchParams(query),
    header: (name) => {
      const value = request.headers[name];
      return value === undefined ? null : String(value);
    },
    text: () => readText(request, maxBodyBytes),
    bytes: (limit) => readBytes(request, limit),
    address,
  };
}

/** What a reader that takes nothing may hold up. */
const STALLED_MS = 30_000;

/** Sends what a stream gives, as fast as it is read; one that is not read any more is cut. */
async function sendStream(response: ServerResponse, { status, headers, stream }: ApiResponse) {
  // Its connection ends with it: it would else be idle after a last word that was said long ago.
  response.shouldKeepAlive = false;
  response.writeHead(status, headers);
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  if (!stream || response.req.method === "HEAD") return void response.end();
  try {
    await sendPieces(response, stream(closed.signal), closed.signal);
  } catch (error) {
    // What ends in order looks whole to a client of HTTP/1.0, which knows no pieces.
    response.socket?.resetAndDestroy();
    throw error;
  }
}

async function sendPieces(
  response: ServerResponse,
  pieces: AsyncIterable<string>,
  closed: AbortSignal,
): Promise<void> {
  for await (const piece of pieces) {
    if (response.destroyed) return;
    if (response.write(piece)) continue;
    const stalled = AbortSignal.any([closed, AbortSignal.timeout(STALLED_MS)]);
    await once(response, "drain", { signal: stalled }).catch(() =>
      response.socket?.resetAndDestroy(),
    );
  }
  response.end();
}

/** Sends an answer of the API. */
export async function sendAnswer(response: ServerResponse, answer: ApiResponse): Promise<void> {
  if (answer.stream) return sendStream(response, answer);
  // What is left of an oversized body is not worth reading.
  if (answer.status === 413) response.setHeader("connection", "close");
  const content = answer.bytes ?? answer.encoded ?? answer.body;
  const { "set-cookie": first, ...headers } = answer.headers;
  const cookies = [...(first ? [first] : []), ...(answer.cookies ?? [])];
  response.writeHead(answer.status, {
    ...headers,
    ...(cookies.length > 0 ? { "set-cookie": cookies } : {}),
    "content-length": Buffer.byteLength(content),
  });
  response.end(content);
}

/** The web form of a request, for route files that take one. */
function toWebRequest(request: IncomingMessage, body: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  const url = `http://${request.headers.host ?? "localhost"}${request.url ?? "/"}`;
  return new Request(url, { method: request.method, headers, body: body || undefined });
}

/** Calls a route file's web handler and streams what it answers. */
export async function callWebHandler(
  handler: RouteHandler,
  request: IncomingMessage,
  response: ServerResponse,
  params: Record<string, string>,
): Promise<void> {
  const hasBody = handledMethod(request.method) !== "GET";
  const body = hasBody ? await readText(request, maxWebBodyBytes) : "";
  if (body === null) return sendAnswer(response, json(413, { message: "The body is too large." }));
  const answer = await handler(toWebRequest(request, body), { params: Promise.resolve(params) });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/**
 * The client's address, written into the internal header for handlers that see headers alone. A value that the client
 * sent under that name is dropped, as is Next's own internal header. The same goes for whether the request came
 * straight from this machine. Once per request.
 */
export function stampClientAddress(request: IncomingMessage, trustedHops: number): string {
  const noted = notedAddress(request.headers[clientAddressHeader]);
  if (noted !== null) return noted;
  const xForwardedFor = String(request.headers["x-forwarded-for"] ?? "");
  const forwarded = request.headers.forwarded ?? "";
  const peer = request.socket.remoteAddress ?? "unknown";
  const address = forwardedAddress({ xForwardedFor, forwarded }, trustedHops, peer);
  delete request.headers["x-middleware-subrequest"];
  // Before our own headers are added, which look like a proxy's.
  if (cameFromHere(peer, request.headers)) request.headers[localPeerHeader] = stampedLocalPeer;
  else delete request.headers[localPeerHeader];
  request.headers["x-forwarded-for"] = address;
  request.headers[clientAddressHeader] = stampedAddress(address);
  return address;
}
