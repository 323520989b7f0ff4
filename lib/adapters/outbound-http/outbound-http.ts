import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import type { Readable } from "node:stream";
import { buildConnector, Client, type Dispatcher } from "undici";
import { bareHost, checkTarget, isAllowedAddress, TargetNotAllowed } from "./check-target";
import { type Download, type DownloadResult, download } from "./download";
import {
  type FailureWord,
  guardedLookup,
  NameNotResolved,
  type NameResolver,
  nameFailure,
  resolveName,
} from "./resolve-target";

export interface Get {
  url: string;
  headers: Record<string, string>;
  /** https on 443 or 8443 only. */
  secure: boolean;
}

export interface Post extends Get {
  body: string;
}

/** What came of a request: the receiver's status, or the reason why there is none. */
export interface Reply {
  status: number | null;
  /** The first 16 kB of the body, as UTF-8 text; what is not text is replaced. */
  body: string | null;
  failure: FailureWord | null;
  /** The header, as sent. */
  retryAfter: string | null;
  etag: string | null;
  durationMs: number;
}

/** Calls URLs that strangers chose, or the operator's configuration. */
export interface OutboundHttp {
  /**
   * Checks a URL when it is given to us: its form, and every address that its name has now. A name
   * that does not resolve yet passes; the check at the connection decides.
   * @throws TargetNotAllowed
   */
  check(url: string, options: { secure: boolean }): Promise<URL>;
  /** Sends a POST; never throws for what a receiver or a network does. */
  post(request: Post): Promise<Reply>;
  /** Sends a GET, likewise. */
  get(request: Get): Promise<Reply>;
  /** Gets a file, likewise, which may be behind a few redirects: each is checked as the URL itself is. */
  download(request: Download): Promise<DownloadResult>;
}

/** From the first byte out to the last byte in. */
const DEADLINE_MS = 15_000;
const CONNECT_MS = 10_000;
const RESOLVE_MS = 2_000;
const MAX_HEADER_BYTES = 16_384;
const FAMILY_ATTEMPT_MS = 250;

/**
 * A client that reaches the public internet only. Names are resolved once per connection and every
 * address is checked; no redirect is followed but by `download`, which checks it like the URL itself; no
 * connection serves two requests; the whole exchange has one deadline; bodies are neither inflated nor read
 * beyond what is kept.
 * @param options.allowLoopback this machine may be called too
 * @param options.isTrusted every URL is of the operator's own configuration, and may lead into the operator's network
 * @param options.deadlineMs of a download; 15 s
 */
export function createOutboundHttp(options: {
  allowLoopback: boolean;
  isTrusted?: boolean;
  resolver?: NameResolver;
  deadlineMs?: number;
}): OutboundHttp {
  const { allowLoopback, isTrusted = false, deadlineMs = DEADLINE_MS } = options;
  const { resolver = new Resolver({ timeout: RESOLVE_MS, tries: 1 }) } = options;
  const connect = buildConnector({
    lookup: guardedLookup({ secure: false, allowLoopback, isTrusted }, resolver),
    timeout: CONNECT_MS,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: FAMILY_ATTEMPT_MS,
  });
  const way = { allowLoopback, isTrusted, connect };
  return {
    async check(text, { secure }) {
      const rules = { secure, allowLoopback, isTrusted };
      const url = checkTarget(text, rules);
      const addresses = await addressesOf(bareHost(url), resolver);
      if (addresses.every((address) => isAllowedAddress(address, rules))) return url;
      throw new TargetNotAllowed(
        "address_not_allowed",
        "The host leads to an address that is not on the public internet.",
      );
    },
    post: (request) => send({ ...request, method: "POST" }, way),
    get: (request) => send({ ...request, method: "GET" }, way),
    download: (request) =>
      download(request, AbortSignal.timeout(deadlineMs), (hop, take) =>
        exchange({ ...hop, method: "GET" }, way, take),
      ),
  };
}

async function addressesOf(host: string, resolver: NameResolver): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  return resolveName(host, resolver).catch((error) => {
    if (error instanceof NameNotResolved) return [];
    throw error;
  });
}

interface Outgoing extends Get {
  method: "GET" | "POST";
  body?: string;
  signal: AbortSignal;
}

/** What may be called, and how. */
interface Way {
  readonly allowLoopback: boolean;
  readonly isTrusted: boolean;
  readonly connect: buildConnector.connector;
}

/** Sends a request over a connection of its own, which ends once `take` has what it wants of the answer. */
async function exchange<Result>(
  { method, url: text, headers, body, secure, signal }: Outgoing,
  { allowLoopback, isTrusted, connect }: Way,
  take: (response: Dispatcher.ResponseData) => Promise<Result>,
): Promise<Result> {
  // A literal address is never looked up, so this is its check at the connection.
  const url = checkTarget(text, { secure, allowLoopback, isTrusted });
  const client = new Client(url.origin, {
    connect,
    maxHeaderSize: MAX_HEADER_BYTES,
    pipelining: 0,
  });
  try {
    const response = await client.request({
      method,
      path: url.pathname + url.search,
      headers: { "accept-encoding": "identity", ...headers },
      body,
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return await take(response);
  } finally {
    await client.destroy();
  }
}

const CAPTURED_BYTES = 16_384;
/** The outcome is known by the status: a body that drips is not worth more of a sender's time. */
const CAPTURE_MS = 1_000;

/** The beginning of a response's body as text that Postgres can store; the rest is never read. */
async function captureBody(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => body.destroy(), CAPTURE_MS);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= CAPTURED_BYTES) break;
    }
  } catch {
    // Cut short by the receiver or by us; what came is kept.
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
  const bytes = Buffer.concat(chunks).subarray(0, CAPTURED_BYTES);
  return new TextDecoder().decode(bytes).replaceAll("\u0000", "\uFFFD");
}

async function send(request: Omit<Outgoing, "signal">, way: Way): Promise<Reply> {
  const start = performance.now();
  const nothing = { status: null, body: null, retryAfter: null, etag: null };
  const elapsed = () => Math.round(performance.now() - start);
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    return await exchange({ ...request, signal }, way, async ({ statusCode, headers, body }) => ({
      status: statusCode,
      body: await captureBody(body),
      failure: null,
      retryAfter: one(headers["retry-after"]),
      etag: one(headers.etag),
      durationMs: elapsed(),
    }));
  } catch (error) {
    return { ...nothing, failure: nameFailure(error), durationMs: elapsed() };
  }
}

/** A header that is meant to be there once. */
const one = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value[0] : value) ?? null;
