"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useActing } from "@/components/dashboard/shell/acting-context";
import { scopeKey } from "./query-keys";
import { readAnew } from "./read-anew";

/** Reads the shown pages of a list anew from time to time, for what no event tells of, while the page is seen. */
export function useFreshList(path: string, everyMs: number | false): void {
  const client = useQueryClient();
  const { merchantId, mode } = useActing();
  useEffect(() => {
    if (everyMs === false) return;
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible") return;
      readAnew(client, { queryKey: [...scopeKey({ merchantId, mode }), "list", path] });
    }, everyMs);
    return () => clearInterval(timer);
  }, [client, merchantId, mode, path, everyMs]);
}
