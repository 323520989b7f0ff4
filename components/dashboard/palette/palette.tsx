"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryClient } from "@/components/dashboard/data/query-client";
import { scopeKey } from "@/components/dashboard/data/query-keys";
import type { DashboardFrame } from "@/components/dashboard/shell/dashboard-frame";
import { type Acting, callAsPerson } from "@/lib/client/call-as-person";
import type { search } from "@/lib/contract/insight/search";
import type { SearchHit } from "./object-places";
import { PaletteDialog, type PaletteProps } from "./palette-dialog";
import { tellSearch } from "./tell-search";
import { useEntries } from "./use-entries";
import { usePaused } from "./use-paused";

const route = { method: "GET", path: "/v1/search" } as const;
/** A key that is pasted is looked for by what is shown of it: the rest of it is not for addresses. */
const SHOWN_OF_KEY = 12;

const none: readonly SearchHit[] = [];

/** What the API finds for a text, once typing pauses. */
function useHits(acting: Acting, typed: string) {
  const text = usePaused(askable(typed));
  const { data, isFetching, isPlaceholderData, isError } = useQuery(
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
    isEarlier: isPlaceholderData || !isOfText,
    isLooking: isFetching || !isOfText,
    isError,
  };
}

function askable(typed: string): string {
  const text = typed.trim().slice(0, 320);
  return /^(?:sk|pk)_(?:test|live)_/.test(text) ? text.slice(0, SHOWN_OF_KEY) : text;
}

/** Finds pages, what can be done and objects by what is typed. */
export function Palette({ frame, ...rest }: PaletteProps & { frame: DashboardFrame }) {
  const [typed, setTyped] = useState("");
  const acting = { mode: frame.mode, merchantId: frame.business?.id ?? null };
  const { hits, isEarlier, isLooking, isError } = useHits(acting, typed);
  const entries = useEntries(frame, typed, hits, isEarlier);
  const found = { count: entries.length, typed, isLooking, isError };
  return (
    <PaletteDialog
      {...rest}
      {...{ typed, entries }}
      onType={setTyped}
      home="/dashboard"
      label="Search pages, actions and objects"
      hint="Page, id, e-mail, address, hash, amount…"
      status={tellSearch(found, "No results in this mode.")}
    />
  );
}
