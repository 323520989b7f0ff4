import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { type FailureWord, nameFailure } from "./resolve-target";

/** The head of an answer, and its body as it comes. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
}

export interface Download {
  url: string;
  headers: Record<string, string>;
  /** https on 443 or 8443 only. */
  secure: boolean;
  maxBytes: number;
}

/** A file, or why there is none. */
export type DownloadResult =
  | { readonly bytes: Buffer; readonly failure: null }
  | { readonly bytes: null; readonly failure: DownloadFailure };

export type DownloadFailure = FailureWord | "too_many_redirects" | "too_large" | `status_${number}`;

type Hop = Omit<Download, "maxBytes"> & { signal: AbortSignal };

/** Sends a GET whose target is checked as it connects. */
type Exchange = <Result>(hop: Hop, take: (answer: Answer) => Promise<Result>) => Promise<Result>;

const redirects = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 3;

/**
 * Gets a file. Never throws for what a server or a network does.
 * @param signal ends all of it, redirects included
 */
export async function download(
  { maxBytes, ...request }: Download,
  signal: AbortSignal,
  exchange: Exchange,
): Promise<DownloadResult> {
  let { url } = request;
  try {
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const outcome = await exchange({ ...request, url, signal }, (response) =>
        takeFile(response, url, maxBytes),
      );
      if (typeof outcome !== "string") return outcome;
      url = outcome;
    }
    return failed("too_many_redirects");
  } catch (error) {
    return failed(nameFailure(error));
  }
}

const failed = (failure: DownloadFailure): DownloadResult => ({ bytes: null, failure });

/** @returns the file, why there is none, or where else to look */
async function takeFile(
  { status, headers, body }: Answer,
  url: string,
  maxBytes: number,
): Promise<DownloadResult | string> {
  const { location } = headers;
  if (redirects.has(status) && typeof location === "string") {
    leave(body);
    return URL.parse(location, url)?.href ?? failed("url_malformed");
  }
  if (status !== 200) {
    leave(body);
    return failed(`status_${status}`);
  }
  const bytes = await readAtMost(body, maxBytes);
  return bytes === null ? failed("too_large") : { bytes, failure: null };
}

/** Discards the body and ignores its errors. */
function leave(body: Readable): void {
  body.on("error", () => {}).destroy();
}

/** @returns null when there is more */
async function readAtMost(body: Readable, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) {
      body.destroy();
      return null;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
