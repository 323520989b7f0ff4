import type { Json } from "@/lib/core/text/json";

/** A request as the API reads it, whichever server took it. */
export interface ApiRequest {
  /** What it is handled by: never HEAD. */
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  header(name: string): string | null;
  /** The body's text; null when it is larger than the API takes. */
  text(): Promise<string | null>;
  /** The body as it is; null when it is larger than `limit`. */
  bytes(limit: number): Promise<Buffer | null>;
  /** The client's address. */
  readonly address: string;
}

export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Further cookies beside the one among `headers`. */
  cookies?: readonly string[];
  /** The body as `content-encoding` says, sent in its place. */
  encoded?: Buffer;
  /** In place of a body: a file. */
  bytes?: Buffer;
  /** The body as it is kept for a repetition of the request, where it shows a secret. */
  kept?: string;
  /** In place of a body: what is sent piece by piece, until it ends or `signal` is aborted. */
  stream?: (signal: AbortSignal) => AsyncIterable<string>;
}

/** The API's own form of a handler; `server.ts` calls it without web `Request` and `Response` objects. */
export type ApiHandler = (request: ApiRequest) => Promise<ApiResponse>;

/** What Next finds in a path: a catch-all gives a list. */
export type RouteParams = Record<string, string | string[]>;

/** What a `route.ts` exports per method: Next calls it, and `server.ts` takes its `api`. */
export interface RouteHandler {
  (request: Request, context: { params: Promise<RouteParams> }): Promise<Response>;
  readonly api: ApiHandler;
  /** The pattern of the path of a declared endpoint. */
  readonly route?: string;
}

/**
 * The method that a request is handled by: HEAD is answered as GET is, and the sender of the answer leaves its body out
 * (RFC 9110, section 9.3.2).
 */
export const handledMethod = (method = "GET"): string => (method === "HEAD" ? "GET" : method);

/** The largest body that the API takes, in bytes. */
export const maxBodyBytes = 256 * 1024;

/** The largest that other route files are given: Inngest sends the results of earlier steps. */
export const maxWebBodyBytes = 32 * 1024 * 1024;

/** A JSON answer. */
export function json(
  status: number,
  body: Json,
  headers: Record<string, string> = {},
): ApiResponse {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(body),
  };
}

/** Reads a web body as text, up to a limit in bytes; null when it is larger. */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<string | null> {
  return (await readBytes(body, limit))?.toString("utf8") ?? null;
}

/** Reads a web body up to a limit in bytes; null when it is larger. */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Buffer | null> {
  if (!body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
