import type { Connection } from "@/cli/src/connect";
import type { Finding } from "./checks";

const TIMEOUT_MS = 10_000;

/** Whether the event stream begins at once: what stands in between may hold it back. */
export async function checkStream({ stipend }: Connection): Promise<Finding[]> {
  const leaving = new AbortController();
  const startedAt = performance.now();
  let openedMs: number | undefined;
  const timer = setTimeout(() => leaving.abort(), TIMEOUT_MS);
  const onState = ({ state }: { state: string }) => {
    if (state === "open") openedMs = Math.round(performance.now() - startedAt);
    leaving.abort();
  };
  try {
    for await (const _ of stipend.events.stream({ signal: leaving.signal, onState })) break;
  } catch (error) {
    return [{ state: "broken", says: error instanceof Error ? error.message : String(error) }];
  } finally {
    clearTimeout(timer);
    leaving.abort();
  }
  if (openedMs !== undefined) return [{ state: "ok", says: `it begins after ${openedMs} ms` }];
  const advice = "Let the proxy in front pass text/event-stream on unbuffered";
  return [{ state: "broken", says: `it does not begin within ${TIMEOUT_MS / 1_000} s`, advice }];
}
