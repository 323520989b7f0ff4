"use client";

import type { ReactNode } from "react";
import { useControl } from "./use-control";
import { useHydrated } from "./use-hydrated";

interface Props {
  label: ReactNode;
  checked: boolean;
  /** What is wrong while it is not ticked: told once the form is sent. */
  wrong?: string | false | undefined;
  onChange(checked: boolean): void;
}

/** A box to tick, with its words beside it. */
export function CheckField({ label, checked, wrong, onChange }: Props) {
  const { control, error } = useControl({ wrong });
  const { id } = control;
  const ready = useHydrated();
  return (
    <div className="grid text-sm">
      <div className="flex min-h-11 items-center gap-3">
        <input
          {...control}
          type="checkbox"
          checked={checked}
          disabled={!ready}
          onChange={({ target }) => onChange(target.checked)}
          className="size-5 shrink-0 accent-action"
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {error && (
        <p id={`${id}-error`} className="text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
