"use client";

import type { ButtonHTMLAttributes, MouseEvent, Ref } from "react";
import { type ButtonLook, buttonLook } from "./button-look";
import { Spinner } from "./spinner";
import { useHydrated } from "./use-hydrated";

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "disabled" | "title">;

interface Props extends Native {
  look?: ButtonLook;
  /** Keeps the label and shows that something is under way. */
  busy?: boolean;
  /** Takes no click while something else is under way. */
  blocked?: boolean;
  wide?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** Keeps a form from being sent as well. */
const swallow = (event: MouseEvent) => event.preventDefault();

/**
 * A button. It is `disabled` only until the page's code has come, since a click would be lost; later it keeps the
 * focus and takes no click, because a browser takes the focus from what is disabled.
 */
export function Button(props: Props) {
  const { look = "primary", busy, blocked, wide, className, children, onClick, ...rest } = props;
  const ready = useHydrated();
  const isOff = busy || blocked;
  const waiting = !ready || busy;
  return (
    <button
      type="button"
      {...rest}
      onClick={isOff ? swallow : onClick}
      disabled={!ready}
      aria-disabled={isOff || undefined}
      aria-busy={waiting || undefined}
      className={buttonLook(look, wide, className)}
    >
      {waiting && <Spinner className="size-4" />}
      {children}
    </button>
  );
}
