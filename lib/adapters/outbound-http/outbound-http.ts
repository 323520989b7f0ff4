import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { buildConnector, Client } from "undici";
import { captureBody } from "./capture-body";
import { bareHost, checkTarget, isAllowedAddress, TargetNotAllowed } from "./check-target";
import { type FailureWord, nameFailure } from "./name-failure";
import { guardedLookup, NameNotResolved, type NameResolver, resolveName } from "./resolve-target";

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

/** Calls URLs that strangers chose. */
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
}

/** From the first byte out to the last byte in. */
const DEADLINE_MS = 15_000;
const CONNECT_MS = 10_000;
const RESOLVE_MS = 2_000;
const MAX_HEADER_BYTES = 16_384;
const FAMILY_ATTEMPT_MS = 250;

/**
 * A client that reaches the public internet only. Names are resolved once per connection and every
 * address is checked; no redirect is followed; no connection serves two requests; the whole exchange
 * has one deadline; bodies are neither inflated nor read beyond what is kept.
 * @param options.allowLoopback this machine may be called too
 */
export function createOutboundHttp(options: {
  allowLoopback: boolean;
  resolver?: NameResolver;
}): OutboundHttp {
  const { allowLoopback, resolver = new Resolver({ timeout: RESOLVE_MS, tries: 1 }) } = options;
  const connect = buildConnector({
    lookup: guardedLookup({ secure: false, allowLoopback }, resolver),
    timeout: CONNECT_MS,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: FAMILY_ATTEMPT_MS,
  });
  return {
    async check(text, { secure }) {
      const rules = { secure, allowLoopback };
      const url = checkTarget(text, rules);
      const addresses = await addressesOf(bareHost(url), resolver);
      if (addresses.every((address) => isAllowedAddress(address, rules))) return url;
      throw new TargetNotAllowed(
        "address_not_allowed",
        "The host leads to an address that is not on the public internet.",
      );
    },
    post: (request) => send({ ...request, method: "POST" }, { allowLoopback, connect }),
    get: (request) => send({ ...request, method: "GET" }, { allowLoopback, connect }),
  };
}

async function addressesOf(host: string, resolver: NameResolver): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  return resolveName(host, resolver).catch((error) => {
    if (error instanceof NameNotResolved) return [];
    throw error;
  });
}

async function send(
  { method, url: text, headers, body, secure }: Get & { method: "GET" | "POST"; body?: string },
  { allowLoopback, connect }: { allowLoopback: boolean; connect: buildConnector.connector },
): Promise<Reply> {
  const start = performance.now();
  const nothing = { status: null, body: null, retryAfter: null, etag: null };
  const elapsed = () => Math.round(performance.now() - start);
  let client: Client | undefined;
  try {
    // A literal address is never looked up, so this is its check at the connection.
    const url = checkTarget(text, { secure, allowLoopback });
    client = new Client(url.origin, { connect, maxHeaderSize: MAX_HEADER_BYTES, pipelining: 0 });
    const response = await client.request({
      method,
      path: url.pathname + url.search,
      headers: { "accept-encoding": "identity", ...headers },
      body,
      signal: AbortSignal.timeout(DEADLINE_MS),
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return {
      status: response.statusCode,
      body: await captureBody(response.body),
      failure: null,
      retryAfter: one(response.headers["retry-after"]),
      etag: one(response.headers.etag),
      durationMs: elapsed(),
    };
  } catch (error) {
    return { ...nothing, failure: nameFailure(error), durationMs: elapsed() };
  } finally {
    await client?.destroy();
  }
}

/** A header that is meant to be there once. */
const one = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value[0] : value) ?? null;
