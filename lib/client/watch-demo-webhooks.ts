import type { DemoWebhook } from "@/lib/contract/webhooks/demo-webhooks";
import { fetchOwn } from "./fetch-own";

interface Listener {
  onWebhooks(webhooks: DemoWebhook[]): void;
  /** False while the receiver does not answer. */
  onLink(live: boolean): void;
}

const TIMEOUT_MS = 5_000;

/**
 * Asks what the demo's receiver got, at once and every `intervalMs` while the page is in sight; and at
 * once when it comes back into sight.
 * @returns stops asking
 */
export function watchDemoWebhooks(
  url: string,
  intervalMs: number,
  { onWebhooks, onLink }: Listener,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round = 0;
  const ask = async (asked: number) => {
    const webhooks = await askOnce(url);
    if (asked !== round) return;
    onLink(webhooks !== null);
    if (webhooks) onWebhooks(webhooks);
    timer = setTimeout(ask, intervalMs, asked);
  };
  const begin = () => {
    clearTimeout(timer);
    round += 1;
    if (!document.hidden) void ask(round);
  };
  document.addEventListener("visibilitychange", begin);
  begin();
  return () => {
    document.removeEventListener("visibilitychange", begin);
    clearTimeout(timer);
    round += 1;
  };
}

async function askOnce(url: string): Promise<DemoWebhook[] | null> {
  try {
    const response = await fetchOwn(url, {
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return null;
    const { data } = (await response.json()) as { data: DemoWebhook[] };
    return data;
  } catch {
    return null;
  }
}
