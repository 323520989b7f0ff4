"use client";

import { type ReactNode, useId, useState } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";
import { usePay } from "./pay-context";
import { isCompact } from "./screen-of";

/**
 * What the summary says beside merchant and amount. On a phone it folds away once the payer has chosen a
 * wallet, so that what is to be done next is in reach; on paper it is always there.
 */
export function SummaryDetails({ children }: { children: ReactNode }) {
  const { screen, say } = usePay();
  const [open, setOpen] = useState(false);
  const id = useId();
  const ready = useHydrated();
  const compact = isCompact(screen);
  return (
    <>
      {compact && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          disabled={!ready}
          onClick={() => setOpen(!open)}
          className="-ml-2 mt-1 min-h-11 self-start rounded-lg px-2 text-muted text-sm hover:text-ink lg:hidden noscript:hidden print:hidden"
        >
          {open ? say("hideDetails") : say("showDetails")}
        </button>
      )}
      <div id={id} className={compact && !open ? "max-lg:not-print:hidden noscript:block" : ""}>
        {children}
      </div>
    </>
  );
}
