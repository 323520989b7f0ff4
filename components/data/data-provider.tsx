"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useActing } from "@/components/dashboard/acting-context";
import { keepLive } from "./live-updates";
import { queryClient } from "./query-client";

/** Keeps what the pages below have read, and reads anew what changes. */
export function DataProvider({ children }: { children: ReactNode }) {
  const client = queryClient();
  const { merchantId, mode } = useActing();
  useEffect(() => {
    if (merchantId !== null) return keepLive(client, { merchantId, mode });
  }, [client, merchantId, mode]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
