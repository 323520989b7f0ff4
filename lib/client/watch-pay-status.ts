import type { PayStatus } from "@/lib/contract/hosted-pay";

interface Listener {
  onStatus(status: PayStatus): void;
  /** False while the page is cut off from the server. */
  onLink(live: boolean): void;
}

const FIRST_POLL_MS = 3_000;
const LAST_POLL_MS = 15_000;
const GROWTH = 1.4;
/** Streams that break as often as this are given up, and the status is asked for instead. */
const STREAM_FAILURES = 3;

/**
 * Follows a payment's status: as a stream (server-sent events), or by asking every 3 to 15 seconds where
 * streams do not get through.
 * @param url answers both, by its `Accept` header
 * @returns stops following
 */
export function watchPayStatus(url: string, listener: Listener): () => void {
  let stop = follow(url, listener);
  // A stream that the network has dropped may look open for minutes.
  const lost = () => listener.onLink(false);
  const found = () => {
    stop();
    stop = follow(url, listener);
  };
  window.addEventListener("offline", lost);
  window.addEventListener("online", found);
  return () => {
    window.removeEventListener("offline", lost);
    window.removeEventListener("online", found);
    stop();
  };
}

function follow(url: string, listener: Listener): () => void {
  if (typeof EventSource === "undefined") return poll(url, listener);
  const source = new EventSource(url);
  let stop = () => source.close();
  let failures = 0;
  source.onmessage = ({ data }) => {
    failures = 0;
    listener.onLink(true);
    listener.onStatus(JSON.parse(data));
  };
  source.onerror = () => {
    failures += 1;
    listener.onLink(false);
    if (source.readyState !== EventSource.CLOSED && failures < STREAM_FAILURES) return;
    source.close();
    stop = poll(url, listener);
  };
  return () => stop();
}

function poll(url: string, { onStatus, onLink }: Listener): () => void {
  let delay = FIRST_POLL_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const ask = async () => {
    const { status, waitMs } = await askOnce(url);
    if (stopped) return;
    onLink(status !== null);
    if (status) onStatus(status);
    timer = setTimeout(ask, Math.max(delay, waitMs));
    delay = Math.min(delay * GROWTH, LAST_POLL_MS);
  };
  void ask();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

async function askOnce(url: string): Promise<{ status: PayStatus | null; waitMs: number }> {
  try {
    const response = await fetch(url, {
      headers: { accept: "application/json" },
      cache: "no-store",
    });
    const waitMs = Number(response.headers.get("retry-after") ?? 0) * 1000;
    return { status: response.ok ? await response.json() : null, waitMs };
  } catch {
    return { status: null, waitMs: 0 };
  }
}
