"use client";

import { type ReactNode, useRef } from "react";
import { CrossIcon } from "@/components/ui/icons";
import { useHydrated } from "@/components/ui/use-hydrated";
import { MenuIcon } from "@/components/ui/work-icons";

/** On a phone the navigation is a sheet at the lower edge. */
export function NavSheet({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null);
  const ready = useHydrated();
  return (
    <div className="lg:hidden">
      <button
        type="button"
        disabled={!ready}
        onClick={() => ref.current?.showModal()}
        aria-label="Open the menu"
        className="-ml-2.5 grid size-11 place-items-center rounded-xl hover:bg-panel"
      >
        <MenuIcon />
      </button>
      <dialog
        ref={ref}
        aria-label="Menu"
        className="m-0 mt-auto max-h-[85dvh] w-full max-w-none overflow-y-auto rounded-t-2xl border-line border-t bg-canvas p-4 pb-8 text-ink backdrop:bg-black/50"
      >
        <div className="mb-2 flex justify-end">
          <button
            type="button"
            onClick={() => ref.current?.close()}
            aria-label="Close the menu"
            className="grid size-11 place-items-center rounded-xl text-muted hover:text-ink"
          >
            <CrossIcon />
          </button>
        </div>
        {children}
      </dialog>
    </div>
  );
}
