"use client";

import { type ReactNode, useLayoutEffect, useRef } from "react";

interface Props {
  /** How it is called, or the id of the element that says so. */
  name: { label: string } | { labelledBy: string };
  /** Asked for by Escape, or by a click beside it. */
  onClose(): void;
  /** Only its own buttons end it. */
  mustAnswer?: boolean;
  /** Where it stands and how large it is. */
  className: string;
  children: ReactNode;
}

/** Text fields that the user types into. */
const TYPED =
  "input:not([type=hidden], [type=checkbox], [type=radio], [type=file]):enabled, textarea:enabled";

/**
 * An open dialog over the page, with the focus in its first field, or on the first that takes it: a phone would cover half
 * of the dialog with its keyboard. The browser keeps the focus inside and gives it back.
 */
export function Modal({ name, onClose, mustAnswer = false, className, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  // Before it leaves the page, so that the focus goes back to where it was.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    if (matchMedia("(pointer: fine)").matches) dialog?.querySelector<HTMLElement>(TYPED)?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-label={"label" in name ? name.label : undefined}
      aria-labelledby={"labelledBy" in name ? name.labelledBy : undefined}
      closedby={mustAnswer ? "none" : "any"}
      onCancel={(event) => {
        event.preventDefault();
        if (!mustAnswer) onClose();
      }}
      onClose={({ currentTarget }) => {
        // A browser closes a dialog the user has not touched without asking. A dialog closed here has left the page, or is
        // open again: the event comes later than the closing, and React in development runs each effect twice.
        if (!currentTarget.isConnected || currentTarget.open) return;
        if (mustAnswer) currentTarget.showModal();
        else onClose();
      }}
      className={`border-line bg-raised p-0 text-ink shadow-2xl backdrop:bg-black/50 ${className}`}
    >
      {children}
    </dialog>
  );
}
