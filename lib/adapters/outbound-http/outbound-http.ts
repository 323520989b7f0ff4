import { lookup as lookUpBySystem, Resolver } from "node:dns/promises";
import { type ClientRequest, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecurely } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { bareHost, checkTarget, isAllowedAddress, TargetNotAllowed } from "./check-target";
import { type Answer, type Download, type DownloadResult, download } from "./download";
import { readRepeatedLength } from "./repeated-length";
import {
  type FailureWord,
  guardedLookup,
  lookUpName,
  NameNotResolved,
  type NameResolver,
  nameFailure,
  resolveName,
  type SystemLookup,
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
const RESOLVE_MS = 2_000;
const MAX_HEADER_BYTES = 16_384;

/**
 * A client that reaches the public internet only. Names are resolved once per connection and every
 * address is checked; no redirect is followed but by `download`, which checks it like the URL itself; no
 * connection serves two requests; the whole exchange has one deadline; bodies are neither inflated nor read
 * beyond what is kept.
 * @param options.allowLoopback this machine may be called too
 * @param options.isTrusted every URL is of the operator's own configuration, and may lead into the operator's network;
 * its name is one that the system knows
 * @param options.system in place of the system's lookup
 * @param options.deadlineMs of a download; 15 s
 */
export function createOutboundHttp(options: {
  allowLoopback: boolean;
  isTrusted?: boolean;
  resolver?: NameResolver;
  system?: SystemLookup;
  deadlineMs?: number;
}): OutboundHttp {
  const { allowLoopback, isTrusted = false, deadlineMs = DEADLINE_MS } = options;
  const { resolver = new Resolver({ timeout: RESOLVE_MS, tries: 1 }) } = options;
  const { system = lookUpBySystem } = options;
  const resolve = (name: string) =>
    isTrusted && !options.resolver ? lookUpName(name, system) : resolveName(name, resolver);
  const lookup = guardedLookup({ secure: false, allowLoopback, isTrusted }, resolve);
  const way = { allowLoopback, isTrusted, lookup };
  return {
    async check(text, { secure }) {
      const rules = { secure, allowLoopback, isTrusted };
      const url = checkTarget(text, rules);
      const addresses = await addressesOf(bareHost(url), resolve);
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

async function addressesOf(
  host: string,
  resolve: (name: string) => Promise<string[]>,
): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  return resolve(host).catch((error) => {
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
  readonly lookup: LookupFunction;
}

/**
 * Sends a request over a connection of its own, which ends once `take` has what it wants of the answer. Since no other
 * answer can follow on it, the parser takes what RFC 9112 lets a recipient take: lines that end with LF alone, folded
 * fields, a length beside chunks, and equal lengths.
 */
async function exchange<Result>(
  { method, url: text, headers, body, secure, signal }: Outgoing,
  { allowLoopback, isTrusted, lookup }: Way,
  take: (answer: Answer) => Promise<Result>,
): Promise<Result> {
  // A literal address is never looked up, so this is its check at the connection.
  const url = checkTarget(text, { secure, allowLoopback, isTrusted });
  const begin = url.protocol === "https:" ? requestSecurely : requestPlain;
  const request = begin(url, {
    method,
    headers: { "accept-encoding": "identity", ...headers },
    agent: false,
    lookup,
    signal,
    maxHeaderSize: MAX_HEADER_BYTES,
    insecureHTTPParser: true,
  });
  try {
    return await take(await answerTo(request, body));
  } finally {
    request.destroy();
  }
}

/** May come of interim answers before the piece with the answer itself. */
const MAX_INTERIM_BYTES = 65_536;

/** Ends a request, and waits for the head of its answer. */
function answerTo(request: ClientRequest, body: string | undefined): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    let size = 0;
    const keep = (piece: Buffer) => {
      // No piece before this one has the answer, which would end the keeping; this one may have its body too.
      if (size > MAX_INTERIM_BYTES) return void request.destroy(tooLarge());
      received.push(piece);
      size += piece.length;
    };
    const answer = (message: IncomingMessage) => {
      request.socket?.off("data", keep);
      resolve({ status: message.statusCode ?? 0, headers: message.headers, body: message });
    };
    // Before the parser's own listener, so that what it cannot read is there.
    request.on("socket", (socket) => socket.prependListener("data", keep));
    request.on("error", (error) => {
      const repeated = readRepeatedLength(error, received);
      if (repeated) resolve(repeated);
      else reject(error);
    });
    request.on("upgrade", (switching, socket) => {
      socket.destroy();
      answer(switching);
    });
    request.on("response", answer).end(body);
  });
}

/** Coded as the parser's error of a single head. */
const tooLarge = () =>
  Object.assign(new Error("The interim answers are too large"), { code: "HPE_HEADER_OVERFLOW" });

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
    return await exchange({ ...request, signal }, way, async ({ status, headers, body }) => ({
      status,
      body: await captureBody(body),
      failure: null,
      retryAfter: headers["retry-after"] ?? null,
      etag: headers.etag ?? null,
      durationMs: elapsed(),
    }));
  } catch (error) {
    return { ...nothing, failure: nameFailure(error), durationMs: elapsed() };
  }
}
