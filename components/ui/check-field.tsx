"use client";

import { type ReactNode, useId } from "react";
import { useHydrated } from "./use-hydrated";

interface Props {
  label: ReactNode;
  checked: boolean;
  onChange(checked: boolean): void;
}

/** A box to tick, with its words beside it. */
export function CheckField({ label, checked, onChange }: Props) {
  const id = useId();
  const ready = useHydrated();
  return (
    <div className="flex min-h-11 items-center gap-3 text-sm">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={!ready}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 shrink-0 accent-action"
      />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}
