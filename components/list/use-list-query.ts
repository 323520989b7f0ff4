"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useMemo } from "react";
import type { ListQuery } from "@/lib/client/read-page";

/** What a list's address changes to: a value, or none. */
export type QueryChange = Readonly<Record<string, string | null>>;

/** The part of an address's query that has the names, without empty values. */
export function pickQuery(from: URLSearchParams, names: readonly string[]): ListQuery {
  const found = names.flatMap((name) => {
    const value = from.get(name);
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(found);
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
 * Filters that the page's address keeps. Next takes part in the browser's own history (`pushState`), so this needs
 * no request to the server and no package.
 */
export function useListQuery(names: readonly string[]) {
  const path = usePathname();
  const search = useSearchParams();
  const wanted = names.join(" ");
  const query = useMemo(() => pickQuery(search, wanted.split(" ")), [search, wanted]);
  const hrefFor = (change: QueryChange) => `${path}?${changeQuery(search, change)}`;
  return { query, change: changeAddress, hrefFor };
}

/**
 * Changes the address as it is now: a page that was not rendered since the last change, such as a filter that is
 * left by a click on a tab, still shows the one before.
 */
export function changeAddress(wish: QueryChange): void {
  const { pathname, search } = window.location;
  const next = changeQuery(new URLSearchParams(search), wish);
  window.history.pushState(null, "", `${pathname}?${next}`);
}
