"use client";

import { useEffect, useState } from "react";

/** Typing goes on within this time as a rule. */
const PAUSE_MS = 120;

/** What is typed, once typing pauses. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
