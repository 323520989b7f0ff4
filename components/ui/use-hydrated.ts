"use client";

import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** False in the page as the server wrote it, where a click does nothing yet; true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
