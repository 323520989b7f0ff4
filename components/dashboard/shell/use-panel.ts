"use client";

import { closePanel, openPanel } from "./panel-history";
import { useSearch } from "./use-search";

/**
 * A panel over the page, which the address keeps: a link to it opens it, and Back closes it.
 * @param name of the address's parameter, whose value says what is shown
 */
export function usePanel(name: string) {
  const shown = useSearch().get(name);
  return { shown, open: (value: string) => openPanel(name, value), close: () => closePanel(name) };
}
