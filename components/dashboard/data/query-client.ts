"use client";

import { QueryClient } from "@tanstack/react-query";
import type { QuerySubject } from "./query-keys";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: { shown?: QuerySubject };
  }
}

/** For so long what was read is good enough for a page that opens. What changes meanwhile is told live. */
const FRESH_MS = 5_000;

function makeClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The client of the API repeats what makes sense to be repeated.
      queries: { staleTime: FRESH_MS, retry: false },
      mutations: { retry: false },
    },
  });
}

let inBrowser: QueryClient | undefined;

/** One for all pages of a browser tab, so that what was read stays; on the server one per request. */
export function queryClient(): QueryClient {
  if (typeof window === "undefined") return makeClient();
  inBrowser ??= makeClient();
  return inBrowser;
}
