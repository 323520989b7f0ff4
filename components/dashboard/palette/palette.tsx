"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useState } from "react";
import { queryClient } from "@/components/dashboard/data/query-client";
import { scopeKey } from "@/components/dashboard/data/query-keys";
import type { DashboardFrame } from "@/components/dashboard/shell/dashboard-frame";
import { Modal } from "@/components/ui/modal";
import { type Acting, callAsPerson } from "@/lib/client/call-as-person";
import type { search } from "@/lib/contract/insight/search";
import type { SearchHit } from "./object-places";
import type { PaletteEntry } from "./palette-entry";
import { PaletteList } from "./palette-list";
import { SearchIcon } from "./search-icon";
import { useEntries } from "./use-entries";

const route = { method: "GET", path: "/v1/search" } as const;
/** Typing goes on within this time as a rule. */
const PAUSE_MS = 120;
/** A key that is pasted is looked for by what is shown of it: the rest of it is not for addresses. */
const SHOWN_OF_KEY = 12;

const none: readonly SearchHit[] = [];

/** What the API finds for a text, once typing pauses. */
function useHits(acting: Acting, typed: string) {
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

interface Props {
  frame: DashboardFrame;
  /** What was typed before the field was there, once. */
  takeEarly(): string;
  onClose(): void;
}

/** Finds pages, what can be done and objects by what is typed (ARIA's combobox with a list of options). */
export function Palette({ frame, takeEarly, onClose }: Props) {
  const [typed, setTyped] = useState("");
  useLayoutEffect(() => {
    const early = takeEarly();
    if (early !== "") setTyped(early);
  }, [takeEarly]);
  const [at, setAt] = useState(0);
  const listId = useId();
  const acting = { mode: frame.mode, merchantId: frame.business?.id ?? null };
  const { hits, isLooking, isError } = useHits(acting, typed);
  const entries = useEntries(frame, typed, hits);
  const active = Math.min(at, entries.length - 1);
  const choose = useChoose(onClose);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = nextPlace(event.key, active, entries.length);
    const entry = entries[active];
    if (next !== null) setAt(next);
    else if (event.key === "Enter" && entry) choose(entry, event.metaKey || event.ctrlKey);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      name={{ label: "Search" }}
      onClose={onClose}
      className="mx-auto mt-[max(1rem,12dvh)] mb-auto max-h-[min(36rem,calc(100dvh-2rem))] w-[calc(100%-2rem)] max-w-xl overflow-hidden rounded-2xl border"
    >
      <div className="flex items-center gap-3 border-line border-b px-4">
        <SearchIcon className="size-4.5 shrink-0 text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label="Search pages, actions and objects"
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? `${listId}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={320}
          placeholder="Page, id, e-mail, address, hash, amount…"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          className="h-13 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-muted"
        />
      </div>
      <PaletteList {...{ listId, entries, active, choose }} onPoint={setAt} />
      <p role="status" className="border-line border-t px-4 py-2 text-muted text-xs">
        {tell({ count: entries.length, typed, isLooking, isError })}
      </p>
    </Modal>
  );
}

/** @returns the place that a key leads to; null where it leads nowhere */
function nextPlace(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (at - 1 + count) % count;
  if (key === "PageDown") return Math.min(at + 8, count - 1);
  if (key === "PageUp") return Math.max(at - 8, 0);
  return null;
}

function useChoose(onClose: () => void) {
  const router = useRouter();
  return (entry: PaletteEntry, inNewTab: boolean) => {
    if (entry.href !== undefined && inNewTab) {
      window.open(entry.href, "_blank", "noopener");
      return;
    }
    onClose();
    if (entry.href === undefined) entry.run?.();
    else if (entry.href.startsWith("/dashboard")) router.push(entry.href);
    else location.assign(entry.href);
  };
}

interface SearchStatus {
  count: number;
  typed: string;
  isLooking: boolean;
  isError: boolean;
}

function tell({ count, typed, isLooking, isError }: SearchStatus): string {
  if (typed.trim().length > 1 && isLooking) return "Searching…";
  if (isError) return "Search isn’t responding. Only pages and actions are shown.";
  if (count === 0) return "No results in this mode.";
  return count === 1 ? "1 result" : `${count} results`;
}
