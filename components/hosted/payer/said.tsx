"use client";

import { useSyncExternalStore } from "react";
import { createStore } from "@/lib/client/store";

const said = createStore<string, string>((_, text) => text, "");

/** Tells how something went that changes the page around it. */
export const sayDone = (text: string): void => said.dispatch(text);

/** Where that is read out and shown: it is on the page before anything is done. */
export function Said() {
  const text = useSyncExternalStore(said.subscribe, said.get, () => "");
  return (
    <p role="status" className={text && "rounded-xl bg-good-soft px-3.5 py-3 text-sm"}>
      {text}
    </p>
  );
}
