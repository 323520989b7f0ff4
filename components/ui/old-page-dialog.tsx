"use client";

import { type FormEvent, type ReactNode, useEffect, useSyncExternalStore } from "react";
import { oldPage, typedValues, watchForUpdate } from "@/lib/client/old-page";

interface Props {
  /** The id of the heading within. */
  labelledBy: string;
  className: string;
  /** Rendered on the server, so that it costs no JavaScript; its button loads the page again. */
  children: ReactNode;
}

// Before React has taken over the page: code that this needs may be gone, too.
if (typeof window !== "undefined") watchForUpdate();

const open = (dialog: HTMLDialogElement | null) => dialog?.showModal();

const reload = (event: FormEvent) => {
  event.preventDefault();
  location.reload();
};

/**
 * Says over what is open that the server was updated and the page does not survive it; once in the root layout. Its code
 * is loaded with every page. Escape closes it.
 */
export function OldPageDialog({ labelledBy, className, children }: Props) {
  const isOld = useSyncExternalStore(oldPage.subscribe, oldPage.get, () => false);
  useEffect(keepTypedValues, []);
  return isOld ? (
    <dialog ref={open} aria-labelledby={labelledBy} className={className}>
      <form onSubmit={reload}>{children}</form>
    </dialog>
  ) : null;
}

function keepTypedValues(): () => void {
  let stop: (() => void) | null = () => {};
  void typedValues.load().then((code) => {
    if (stop && code) stop = code.keepWhenReplaced(oldPage.get);
  });
  return () => {
    stop?.();
    stop = null;
  };
}
