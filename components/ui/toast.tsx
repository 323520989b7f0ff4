"use client";

import { useEffect, useSyncExternalStore } from "react";
import { createStore } from "@/lib/client/store";
import { CheckIcon } from "./icons";

const SHOWN_MS = 5_000;

interface ToastMessage {
  readonly id: number;
  readonly text: string;
}

type Change = { text: string } | { over: number };
let last = 0;

const toasts = createStore<readonly ToastMessage[], Change>((shown, change) => {
  if ("over" in change) return shown.filter(({ id }) => id !== change.over);
  last += 1;
  return [...shown.slice(-2), { id: last, text: change.text }];
}, []);

/** Says that something is done, for five seconds. What went wrong stays where it happened instead. */
export const showToast = (text: string): void => toasts.dispatch({ text });

const none: readonly ToastMessage[] = [];

/** Where what is done is said; once on a page. */
export function Toasts() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get, () => none);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-40 grid justify-items-center gap-2"
    >
      {shown.map((toast) => (
        <Toast key={toast.id} {...toast} />
      ))}
    </div>
  );
}

function Toast({ id, text }: ToastMessage) {
  useEffect(() => {
    const timer = setTimeout(() => toasts.dispatch({ over: id }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <p className="flex animate-appear items-center gap-2 rounded-xl bg-action px-4 py-2.5 font-medium text-on-action text-sm shadow-xl">
      <CheckIcon className="size-4" />
      {text}
    </p>
  );
}
