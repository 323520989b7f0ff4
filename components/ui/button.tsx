"use client";

import type { ButtonHTMLAttributes } from "react";
import { type ButtonLook, buttonLook } from "./button-look";
import { Spinner } from "./spinner";
import { useHydrated } from "./use-hydrated";

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook;
  /** Keeps the label and shows that something is under way. */
  busy?: boolean;
  wide?: boolean;
}

/** A button. Until the page's code has come it is busy, since a click would be lost. */
export function Button({ look = "primary", busy, wide, className, children, ...rest }: Props) {
  const waiting = !useHydrated() || busy;
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || waiting}
      aria-busy={waiting || undefined}
      className={buttonLook(look, wide, className)}
    >
      {waiting && <Spinner className="size-4" />}
      {children}
    </button>
  );
}
