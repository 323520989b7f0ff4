"use client";

import { useEffect, useState } from "react";
import { watchDemoWebhooks } from "@/lib/client/watch-demo-webhooks";
import type { DemoWebhook } from "@/lib/contract/demo-webhooks";

const AWAITED_MS = 1_000;
/** Payments may be created elsewhere too. */
const IDLE_MS = 5_000;
/** A payment that nobody has paid by then is looked for more rarely. */
const GIVE_UP_MS = 15 * 60_000;

/**
 * The webhooks that the demo's receiver got, newest first, kept up to date.
 * @param first What the page was made with
 * @param awaited What is waited for; null for nothing
 */
export function useDemoWebhooks(
  first: DemoWebhook[],
  awaited: string | null,
): { webhooks: DemoWebhook[]; live: boolean } {
  const [webhooks, setWebhooks] = useState(first);
  const [live, setLive] = useState(true);
  const [givenUp, setGivenUp] = useState<string | null>(null);
  const soon = awaited !== null && awaited !== givenUp;
  useEffect(() => {
    if (awaited === null) return;
    const timer = setTimeout(() => setGivenUp(awaited), GIVE_UP_MS);
    return () => clearTimeout(timer);
  }, [awaited]);
  useEffect(
    () =>
      watchDemoWebhooks("/api/demo/webhooks", soon ? AWAITED_MS : IDLE_MS, {
        onWebhooks: setWebhooks,
        onLink: setLive,
      }),
    [soon],
  );
  return { webhooks, live };
}
