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

/** An open dialog over the page. The browser keeps the focus inside, gives it to the first that takes it, and gives it back. */
export function Modal({ name, onClose, mustAnswer = false, className, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  // Before it leaves the page, so that the focus goes back to where it was.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
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
        // A browser closes one that nobody has touched without asking; one that is closed here has left the page.
        if (!currentTarget.isConnected) return;
        if (mustAnswer) currentTarget.showModal();
        else onClose();
      }}
      className={`border-line bg-raised p-0 text-ink shadow-2xl backdrop:bg-black/50 ${className}`}
    >
      {children}
    </dialog>
  );
}
