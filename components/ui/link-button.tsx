"use client";

import type { ReactNode } from "react";
import { useHydrated } from "./use-hydrated";

/** Does something beside the main matter, and looks like a link. */
export function LinkButton({
  onClick,
  children,
}: {
  onClick(): void | Promise<void>;
  children: ReactNode;
}) {
  const ready = useHydrated();
  return (
    <button
      type="button"
      onClick={onClick}
      disabled={!ready}
      className="-my-2 inline-flex min-h-11 items-center justify-self-start text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      {children}
    </button>
  );
}
