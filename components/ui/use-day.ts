"use client";

import { useEffect, useState } from "react";

const DAY_MS = 86_400_000;

/**
 * Tells the server's clock, milliseconds, as often as a day (UTC) begins.
 * @param start what it was now
 * @returns ends it
 */
export function followDays(start: number, tell: (now: number) => void): () => void {
  const begun = Date.now();
  const now = () => start + Date.now() - begun;
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(
      () => {
        tell(now());
        wait();
      },
      DAY_MS - (now() % DAY_MS),
    );
  };
  wait();
  return () => clearTimeout(timer);
}

/** The server's clock, milliseconds, of a page that may stay open over midnight (UTC). @param start when it was made */
export function useDay(start: number): number {
  const [now, setNow] = useState(start);
  useEffect(() => followDays(start, setNow), [start]);
  return Math.max(start, now);
}
