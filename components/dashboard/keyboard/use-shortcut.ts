"use client";

import { useEffect, useRef } from "react";
import { shortcuts } from "./shortcut-store";

/**
 * Does something by a single key while the component is on the page. It is not listened to where something is typed,
 * nor where shortcuts are switched off. Without `run` the key does nothing and is not shown.
 */
export function useShortcut(props: { key: string; label: string; run: (() => void) | null }): void {
  const { key, label, run } = props;
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const isActive = run !== null;
  useEffect(() => {
    if (isActive) return shortcuts.add({ key, label, run: () => latest.current?.() });
  }, [key, label, isActive]);
}
