"use client";

import { usePathname } from "next/navigation";
import { useMemo } from "react";
import {
  changeAddress,
  changeQuery,
  type QueryChange,
} from "@/components/dashboard/shell/change-address";
import { useSearch } from "@/components/dashboard/shell/use-search";
import type { ListQuery } from "@/lib/client/read-page";

/** The part of an address's query that has the names, without empty values. */
export function pickQuery(from: URLSearchParams, names: readonly string[]): ListQuery {
  const found = names.flatMap((name) => {
    const value = from.get(name);
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(found);
}

/** Filters that the page's address keeps. */
export function useListQuery(names: readonly string[]) {
  const path = usePathname();
  const search = useSearch();
  const wanted = names.join(" ");
  const query = useMemo(() => pickQuery(search, wanted.split(" ")), [search, wanted]);
  const hrefFor = (change: QueryChange) => `${path}?${changeQuery(search, change)}`;
  const change = (wish: QueryChange) => changeAddress(wish);
  return { query, change, hrefFor };
}
