"use client";

import { formatDuration } from "./format-duration";
import { useNow } from "./use-now";

const TICK_MS = 10_000;

interface Props {
  /** ISO 8601. */
  until: string;
  serverNow: string;
  locale: string;
  /** With `{time}` where the time goes. */
  words: string;
}

/** How long until an instant, counting down by the server's clock. */
export function TimeLeft({ until, serverNow, locale, words }: Props) {
  const now = useNow(serverNow, TICK_MS);
  const seconds = (Date.parse(until) - now) / 1000;
  return <>{words.replace("{time}", () => formatDuration(seconds, locale))}</>;
}
