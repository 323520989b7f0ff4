"use client";

import { formatDuration } from "./format-duration";
import { pageReceivedMs } from "./page-received";
import { useNow } from "./use-now";

const TICK_MS = 10_000;

interface Props {
  /** ISO 8601. */
  until: string;
  /** The server's clock when it wrote the page. */
  serverNow: string;
  locale: string;
  /** With `{time}` where the time goes. */
  words: string;
}

/** How long until an instant, counting down by the server's clock. */
export function TimeLeft({ until, serverNow, locale, words }: Props) {
  const now = useNow({ asOf: serverNow, readAtMs: pageReceivedMs() }, TICK_MS);
  const seconds = (Date.parse(until) - now) / 1000;
  return <>{words.replace("{time}", () => formatDuration(seconds, locale))}</>;
}
