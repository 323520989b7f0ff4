"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { queryClient } from "@/components/data/query-client";
import { scopeKey } from "@/components/data/query-keys";
import { type Acting, callAsPerson } from "@/lib/client/call-as-person";
import type { search } from "@/lib/contract/search";
import type { SearchHit } from "./object-places";

const route = { method: "GET", path: "/v1/search" } as const;
/** Typing goes on within this time as a rule. */
const PAUSE_MS = 120;
/** A key that is pasted is looked for by what is shown of it: the rest of it is not for addresses. */
const SHOWN_OF_KEY = 12;

const none: readonly SearchHit[] = [];

/** What the API finds for a text, once typing pauses. */
export function useHits(acting: Acting, typed: string) {
  const text = usePaused(askable(typed));
  const { data, isFetching, isError } = useQuery(
    {
      queryKey: [...scopeKey(acting), "search", text],
      queryFn: ({ signal }) => callAsPerson<typeof search>(acting, route, { q: text }, { signal }),
      enabled: text.length > 1,
      placeholderData: keepPreviousData,
    },
    queryClient(),
  );
  const isOfText = text === askable(typed);
  return {
    hits: text.length > 1 ? (data?.data ?? none) : none,
    isLooking: isFetching || !isOfText,
    isError,
  };
}

function askable(typed: string): string {
  const text = typed.trim().slice(0, 320);
  return /^(?:sk|pk)_(?:test|live)_/.test(text) ? text.slice(0, SHOWN_OF_KEY) : text;
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
