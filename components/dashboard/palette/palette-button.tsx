"use client";

import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";
import { withPress } from "./early-text";
import type { PaletteProps } from "./palette-dialog";
import { SearchIcon } from "./search-icon";

interface Props {
  /** Loads the palette, which is in a chunk of its own: most pages are left without it. The same function each time. */
  load(): Promise<unknown>;
  /** The palette, lazily. */
  children(props: PaletteProps): ReactNode;
}

/** Opens the palette, as ⌘K and Ctrl+K do from anywhere on the page. */
export function PaletteButton({ load, children }: Props) {
  const [open, setOpen] = useState(false);
  const ready = useHydrated();
  // What is typed before the field is there; null while none is awaited.
  const early = useRef<string | null>(null);
  const show = useCallback(() => {
    early.current ??= "";
    setOpen(true);
  }, []);
  const close = useCallback(() => {
    early.current = null;
    setOpen(false);
  }, []);
  const takeEarly = useCallback(() => {
    const text = early.current ?? "";
    early.current = null;
    return text;
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const text = early.current === null ? null : withPress(early.current, event);
      if (text !== null) {
        early.current = text;
        event.preventDefault();
        return;
      }
      if (early.current !== null && event.key === "Escape") close();
      const { key, metaKey, ctrlKey, altKey, shiftKey } = event;
      if (key.toLowerCase() !== "k" || !(metaKey || ctrlKey) || altKey || shiftKey) return;
      // What has to be answered first stays in front.
      if (document.querySelector("dialog[open]:not([aria-label='Search'])")) return;
      event.preventDefault();
      if (document.querySelector("dialog[open][aria-label='Search']")) close();
      else show();
    };
    // Before the page's own keys.
    document.addEventListener("keydown", onKeyDown, true);
    // Once the page has settled, so that the first time is as quick as the next.
    const idle = setTimeout(() => void load(), 2_000);
    return () => {
      document.removeEventListener("keydown", onKeyDown, true);
      clearTimeout(idle);
    };
  }, [show, close, load]);
  return (
    <>
      <button
        type="button"
        disabled={!ready}
        aria-keyshortcuts="Meta+K Control+K"
        onClick={show}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        className="flex size-11 items-center justify-center gap-2 rounded-xl text-muted hover:text-ink lg:h-9 lg:w-52 lg:justify-start lg:border lg:border-edge lg:bg-canvas lg:px-3 lg:text-sm"
      >
        <SearchIcon className="size-4.5 shrink-0" />
        <span className="max-lg:sr-only">Search</span>
        <kbd
          translate="no"
          className="ml-auto hidden rounded-md border border-line px-1.5 font-mono text-xs lg:inline"
        >
          ⌘K
        </kbd>
      </button>
      {open && <Suspense fallback={null}>{children({ takeEarly, onClose: close })}</Suspense>}
    </>
  );
}
