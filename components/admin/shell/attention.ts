"use client";

import { useSyncExternalStore } from "react";
import { keep, kept } from "@/lib/client/browser-storage";
import { createStore } from "@/lib/client/store";

/** `gone` stays until the person signs in again. */
type Attention = "here" | "away" | "gone";

const NAME = "stipend-console-seen";
/** Later than this nothing is read anew by itself, because each call keeps the session alive. */
const AWAY_MS = 300_000;
/** As long as the API keeps a session without a call. */
const GONE_MS = 1_800_000;
const LOOK_MS = 10_000;

export const attention = createStore<Attention, Attention>(
  (before, next) => (before === "gone" ? before : next),
  "here",
);

/**
 * Where a person stands after so long without a key, click or scroll in any page of the console.
 */
function attentionAfter(ms: number): Attention {
  if (ms >= GONE_MS) return "gone";
  return ms >= AWAY_MS ? "away" : "here";
}

/** Follows whether a person uses the console, in any of its pages of this browser. @returns ends it */
export function watchAttention(): () => void {
  let seenAt = Date.now();
  let keptAt = seenAt;
  keep(NAME, String(seenAt));
  const look = () => {
    const newest = Math.max(seenAt, Number(kept(NAME)) || 0);
    attention.dispatch(attentionAfter(Date.now() - newest));
  };
  const note = () => {
    const now = Date.now();
    // A computer that slept wakes with a key: what passed meanwhile counts.
    look();
    if (now - keptAt > LOOK_MS) {
      keep(NAME, String(now));
      keptAt = now;
    }
    seenAt = now;
    attention.dispatch("here");
  };
  const events = ["pointerdown", "keydown", "wheel", "touchmove"] as const;
  for (const name of events) document.addEventListener(name, note, { passive: true });
  const timer = setInterval(look, LOOK_MS);
  return () => {
    clearInterval(timer);
    for (const name of events) document.removeEventListener(name, note);
  };
}

/** How often to read anew while a person uses the console; never while it stands unused. */
export function useWhileSeen(everyMs: number): number | false {
  const now = useSyncExternalStore(attention.subscribe, attention.get, () => "here" as const);
  return now === "here" ? everyMs : false;
}
