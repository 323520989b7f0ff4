"use client";

import { useRouter } from "next/navigation";
import { startTransition, useCallback, useSyncExternalStore } from "react";
import { createStore } from "@/lib/client/store";

/** The same text may be told twice: the count tells one from the other. */
interface Told {
  text: string;
  look: Look;
  count: number;
}

/** What is shown where it happened is only read out here. */
type Look = "shown" | "heard";

const nothing: Told = { text: "", look: "heard", count: 0 };
const said = createStore<Told, Omit<Told, "count">>(
  ({ count }, told) => ({ ...told, count: count + 1 }),
  nothing,
);

/** Tells how something went that changes the page around it. */
const sayDone = (text: string, look: Look): void => said.dispatch({ text, look });

/**
 * Tells how something went and shows the page as it is now, without loading it again.
 */
export function useShowAnew() {
  const router = useRouter();
  return useCallback(
    (text: string, part: Element | null, onShown?: () => void, look: Look = "shown") => {
      sayDone(text, look);
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
  const { text, look, count } = useSyncExternalStore(said.subscribe, said.get, () => nothing);
  return (
    <p
      role="status"
      className={look === "shown" ? "rounded-xl bg-good-soft px-3.5 py-3 text-sm" : "sr-only"}
    >
      <span key={count}>{text}</span>
    </p>
  );
}
