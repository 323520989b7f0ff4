"use client";

import type { ReactNode } from "react";
import { useHydrated } from "./use-hydrated";

interface Props {
  /** What is read out, where the words alone do not say of what. */
  label?: string;
  onClick(): void | Promise<void>;
  children: ReactNode;
}

/** Does something beside the main matter, and looks like a link. */
export function LinkButton({ label, onClick, children }: Props) {
  const ready = useHydrated();
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      disabled={!ready}
      className="-my-2 inline-flex min-h-11 items-center justify-self-start text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      {children}
    </button>
  );
}
