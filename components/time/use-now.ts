"use client";

import { useEffect, useState } from "react";

/**
 * The server's clock, ticking. This browser's own clock may be wrong, so only what passes on it counts.
 * @param serverNow ISO 8601, when the page was made
 * @param everyMs how often the component is told
 * @returns milliseconds since 1970
 */
export function useNow(serverNow: string, everyMs: number): number {
  const [now, setNow] = useState(() => Date.parse(serverNow));
  useEffect(() => {
    const start = Date.parse(serverNow) - performance.now();
    const timer = setInterval(() => setNow(start + performance.now()), everyMs);
    return () => clearInterval(timer);
  }, [serverNow, everyMs]);
  return now;
}
