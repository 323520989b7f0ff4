import type { PayStatus } from "@/lib/contract/payments/hosted-pay";
import { fetchOwn } from "./fetch-own";

interface Listener {
  onStatus(status: PayStatus): void;
  /** False while the page is cut off from the server. */
  onLink(live: boolean): void;
}

/** Whether a payment is on its way, or none yet. */
export type PayStage = "waiting" | "in_flight";

const FIRST_POLL_MS = 3_000;
const LAST_POLL_MS = 15_000;
const GROWTH = 1.4;
/** Streams that break as often as this are given up, and the status is asked for instead. */
const STREAM_FAILURES = 3;
/** A stream that has ended is followed by the next one within this time, unless the page is cut off. */
const NEXT_STREAM_MS = 5_000;

/**
 * Follows a payment's status. A stream (server-sent events) is open only while a payment is on its way and
 * the page is in sight: over HTTP/1.1 a browser has six connections to a server for all of its tabs. A page
 * that waits asks every 3 to 15 seconds while it is in sight, and at once when it comes back into sight;
 * out of sight only a payment on its way is asked about.
 * @param url answers both, by its `Accept` header
 * @returns stops following
 */
export function watchPayStatus(url: string, stage: PayStage, listener: Listener): () => void {
  let stop = begin(url, stage, listener, FIRST_POLL_MS);
  // A stream that the network has dropped may look open for minutes.
  const lost = () => listener.onLink(false);
  const again = () => {
    stop();
    stop = begin(url, stage, listener, 0);
  };
  window.addEventListener("offline", lost);
  window.addEventListener("online", again);
  document.addEventListener("visibilitychange", again);
  return () => {
    window.removeEventListener("offline", lost);
    window.removeEventListener("online", again);
    document.removeEventListener("visibilitychange", again);
    stop();
  };
}

/** @param waitMs until it is asked the first time, where there is no stream */
function begin(url: string, stage: PayStage, listener: Listener, waitMs: number): () => void {
  if (stage === "waiting") return document.hidden ? () => {} : poll(url, listener, waitMs);
  return document.hidden ? poll(url, listener, LAST_POLL_MS) : stream(url, listener);
}

function stream(url: string, listener: Listener): () => void {
  const source = new EventSource(url);
  let lost: ReturnType<typeof setTimeout> | undefined;
  let stop = () => {
    clearTimeout(lost);
    source.close();
  };
  let failures = 0;
  source.onmessage = ({ data }) => {
    clearTimeout(lost);
    failures = 0;
    listener.onLink(true);
    listener.onStatus(JSON.parse(data));
  };
  source.onerror = () => {
    clearTimeout(lost);
    failures += 1;
    if (source.readyState !== EventSource.CLOSED && failures < STREAM_FAILURES) {
      // The server ends every stream after a while, and the browser begins the next one by itself.
      if (failures > 1) listener.onLink(false);
      else lost = setTimeout(() => listener.onLink(false), NEXT_STREAM_MS);
      return;
    }
    listener.onLink(false);
    source.close();
    stop = poll(url, listener, 0);
  };
  return () => stop();
}

function poll(url: string, { onStatus, onLink }: Listener, waitMs: number): () => void {
  let delay = Math.max(waitMs, FIRST_POLL_MS);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const ask = async () => {
    const { status, waitMs: least } = await askOnce(url);
    if (stopped) return;
    onLink(status !== null);
    if (status) onStatus(status);
    timer = setTimeout(ask, Math.max(delay, least));
    delay = Math.min(delay * GROWTH, LAST_POLL_MS);
  };
  if (waitMs > 0) timer = setTimeout(ask, waitMs);
  else void ask();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

async function askOnce(url: string): Promise<{ status: PayStatus | null; waitMs: number }> {
  try {
    const response = await fetchOwn(url, {
      headers: { accept: "application/json" },
      cache: "no-store",
    });
    const waitMs = Number(response.headers.get("retry-after") ?? 0) * 1000;
    return { status: response.ok ? await response.json() : null, waitMs };
  } catch {
    return { status: null, waitMs: 0 };
  }
}
