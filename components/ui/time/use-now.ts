"use client";

import { useEffect, useState } from "react";

/** The server's clock as it was last read, and when that was on this browser's `performance.now`. */
export interface ClockReading {
  /** ISO 8601. */
  asOf: string;
  readAtMs: number;
}

/**
 * The server's clock by a reading of it. This browser's own clock may be wrong, so only what has passed
 * on it since counts.
 * @param atMs now, on `performance.now`
 * @returns milliseconds since 1970
 */
export function serverTime({ asOf, readAtMs }: ClockReading, atMs: number): number {
  return Date.parse(asOf) + Math.max(0, atMs - readAtMs);
}

/**
 * The server's clock, ticking from the newest reading, however long ago that was.
 * @param everyMs how often the component is told
 * @returns milliseconds since 1970
 */
export function useNow({ asOf, readAtMs }: ClockReading, everyMs: number): number {
  const [now, setNow] = useState(() => Date.parse(asOf));
  useEffect(() => {
    const tick = () => setNow(serverTime({ asOf, readAtMs }, performance.now()));
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [asOf, readAtMs, everyMs]);
  return now;
}
