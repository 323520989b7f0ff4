"use client";

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useHydrated } from "./use-hydrated";

interface Props {
  /** Read out for the button. */
  label: string;
  /** What the button shows. */
  trigger: ReactNode;
  /** Links and buttons. */
  children: ReactNode;
  align?: "left" | "right";
}

/** A button that opens a list of links and buttons. It closes by Escape, by a choice, and when the focus leaves it. */
export function Menu({ label, trigger, children, align = "right" }: Props) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const ready = useHydrated();
  useEffect(() => {
    const element = root.current;
    if (!open || !element) return;
    const ending = new AbortController();
    const on = { signal: ending.signal };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) setOpen(false);
    };
    const onClick = ({ target }: MouseEvent) => {
      const item = target instanceof Element ? target.closest("a, button") : null;
      // Once the item itself was told.
      if (item && item !== button.current) setTimeout(() => setOpen(false));
    };
    element.addEventListener("keydown", onKeyDown, on);
    element.addEventListener("focusout", onFocusOut, on);
    element.addEventListener("click", onClick, on);
    return () => ending.abort();
  }, [open]);
  return (
    <div ref={root} className="relative min-w-0">
      <button
        ref={button}
        type="button"
        disabled={!ready}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-11 min-w-0 max-w-full items-center gap-2 rounded-xl px-2.5 text-sm transition-colors hover:bg-panel"
      >
        {trigger}
      </button>
      {open && (
        <div
          id={id}
          tabIndex={-1}
          className={`absolute z-30 mt-1 min-w-56 rounded-2xl border border-line bg-raised p-1.5 shadow-xl ${align === "right" ? "right-0" : "left-0"}`}
        >
          {children}
        </div>
      )}
    </div>
  );
}

/** The classes of a link or a button in a menu. */
export const menuItemLook =
  "flex min-h-11 w-full items-center gap-2.5 rounded-xl px-3 text-left text-sm hover:bg-panel sm:min-h-9";
