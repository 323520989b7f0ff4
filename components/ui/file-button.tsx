"use client";

import { type ChangeEvent, useId } from "react";
import { buttonLook } from "./button-look";
import { useHydrated } from "./use-hydrated";

interface Props {
  label: string;
  /** Takes no file while one is being sent. */
  busy: boolean;
  onFile(file: File): void;
}

/** A button that asks for a picture's file. */
export function FileButton({ label, busy, onFile }: Props) {
  const id = useId();
  const ready = useHydrated();
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    if (!file || busy) return;
    // The same file can be chosen again.
    currentTarget.value = "";
    onFile(file);
  };
  return (
    <div>
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        disabled={!ready}
        aria-busy={busy || undefined}
        onChange={take}
        className="peer sr-only"
      />
      <label
        htmlFor={id}
        className={buttonLook(
          "secondary",
          false,
          "cursor-pointer peer-disabled:cursor-default peer-disabled:opacity-60 peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-focus-visible:outline-offset-2",
        )}
      >
        {label}
      </label>
    </div>
  );
}
