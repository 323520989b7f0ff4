/** What an address's query changes to: a value, or none. */
export type QueryChange = Readonly<Record<string, string | null>>;

const listeners = new Set<() => void>();

/** Tells of every change of the page's address, also of those by Back and Forward. @returns ends it */
export function watchAddress(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", listener);
  };
}

/** An address's query after a change; what it does not name stays. */
export function changeQuery(from: URLSearchParams, change: QueryChange): URLSearchParams {
  const next = new URLSearchParams(from);
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/**
 * Changes the address as it is now: a page that was not rendered since the last change, such as a filter that is
 * left by a click on a tab, still shows the one before. Next takes part in the browser's own history, so this needs no
 * request to the server.
 * @param by whether Back leads to the address before, and what is kept with the new one
 */
export function changeAddress(
  change: QueryChange,
  by: { readonly method: "pushState" | "replaceState"; readonly kept?: object } = {
    method: "pushState",
  },
): void {
  const { pathname, search } = window.location;
  const next = changeQuery(new URLSearchParams(search), change);
  window.history[by.method](by.kept ?? null, "", `${pathname}?${next}`);
  for (const listener of listeners) listener();
}

/** The query of the address as it is now; null where the page that is shown is being left, or is still to come. */
export function queryNow(shownPath: string): string | null {
  const { pathname, search } = window.location;
  return pathname === shownPath ? search : null;
}
