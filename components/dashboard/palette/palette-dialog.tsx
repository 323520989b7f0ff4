"use client";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, useId, useLayoutEffect, useState } from "react";
import { Modal } from "@/components/ui/modal";
import type { PaletteEntry } from "./palette-entry";
import { PaletteList } from "./palette-list";
import { SearchIcon } from "./search-icon";

/** What stands where the palette is opened. */
export interface PaletteProps {
  /** What was typed before the field was there, once. */
  takeEarly(): string;
  onClose(): void;
}

interface Props extends PaletteProps {
  typed: string;
  onType(text: string): void;
  /** What is offered for it. */
  entries: readonly PaletteEntry[];
  /** What the field is for, read out. */
  label: string;
  /** What can be typed, in a few words. */
  hint: string;
  status: string;
  /** The pages below it are opened without loading anew. */
  home: string;
}

/** A field and what is offered for what is typed into it (ARIA's combobox with a list of options). */
export function PaletteDialog(props: Props) {
  const { typed, onType, entries, label, hint, status, home, takeEarly, onClose } = props;
  useLayoutEffect(() => {
    const early = takeEarly();
    if (early !== "") onType(early);
  }, [takeEarly, onType]);
  const [at, setAt] = useState(0);
  const listId = useId();
  const active = Math.min(at, entries.length - 1);
  const choose = useChoose(home, onClose);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = nextPlace(event.key, active, entries.length);
    const entry = entries[active];
    if (next !== null) setAt(next);
    else if (event.key !== "Enter" || !entry) return;
    else if (!entry.isEarlier) choose(entry, event.metaKey || event.ctrlKey);
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
          aria-label={label}
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? `${listId}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={320}
          placeholder={hint}
          value={typed}
          onChange={({ target }) => {
            onType(target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          className="h-13 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-muted"
        />
      </div>
      <PaletteList {...{ listId, entries, active, choose }} onPoint={setAt} />
      <p role="status" className="border-line border-t px-4 py-2 text-muted text-xs">
        {status}
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

function useChoose(home: string, onClose: () => void) {
  const router = useRouter();
  return (entry: PaletteEntry, inNewTab: boolean) => {
    if (entry.href !== undefined && inNewTab) {
      window.open(entry.href, "_blank", "noopener");
      return;
    }
    onClose();
    if (entry.href === undefined) entry.run?.();
    else if (entry.href.startsWith(home)) router.push(entry.href);
    else location.assign(entry.href);
  };
}
