"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useMemo, useSyncExternalStore } from "react";
import { queryNow, watchAddress } from "./change-address";

/**
 * The query of the page's address, at once as it changes: Next tells of it when it has rendered the page anew, which
 * takes up to half a second.
 */
export function useSearch(): URLSearchParams {
  const path = usePathname();
  const told = useSearchParams().toString();
  const now = useSyncExternalStore(
    watchAddress,
    () => queryNow(path),
    () => null,
  );
  return useMemo(() => new URLSearchParams(now ?? told), [now, told]);
}
