"use client";

import { useRouter } from "next/navigation";
import { startTransition, useCallback, useSyncExternalStore } from "react";
import { createStore } from "@/lib/client/store";

const said = createStore<string, string>((_, text) => text, "");

/** Tells how something went that changes the page around it. */
const sayDone = (text: string): void => said.dispatch(text);

/**
 * Tells how something went and shows the page as it is now, without loading it again.
 */
export function useShowAnew() {
  const router = useRouter();
  return useCallback(
    (text: string, part: Element | null, onShown?: () => void) => {
      sayDone(text);
      focusHeading(part);
      startTransition(() => {
        router.refresh();
        onShown?.();
      });
    },
    [router],
  );
}

/** Moves the focus to the heading around a part that goes away, where the part has it or nothing has. */
export function focusHeading(part: Element | null): void {
  const at = document.activeElement;
  if (at !== document.body && !part?.contains(at)) return;
  part?.closest("article, section")?.querySelector("h2")?.focus();
}

/** Where that is read out and shown: it is on the page before anything is done. */
export function Said() {
  const text = useSyncExternalStore(said.subscribe, said.get, () => "");
  return (
    <p role="status" className={text && "rounded-xl bg-good-soft px-3.5 py-3 text-sm"}>
      {text}
    </p>
  );
}
