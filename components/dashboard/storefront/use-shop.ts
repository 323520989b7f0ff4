"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { scopeKey } from "@/components/dashboard/data/query-keys";
import { useActing, useApi } from "@/components/dashboard/shell/acting-context";
import type { getStorefront } from "@/lib/contract/storefronts/storefronts";
import type { Storefront } from "./shop-draft";

const route = { method: "GET", path: "/v1/storefront" } as const;

/** The business's shop as it changes, also by other pages; null before the first is saved. */
export function useShop(first: Storefront | null) {
  const acting = useActing();
  const api = useApi();
  const client = useQueryClient();
  const queryKey = [...scopeKey(acting), "shop"];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }): Promise<Storefront | null> =>
      api<typeof getStorefront>(route, {}, { signal }),
    // Before the first is saved there is none to read.
    enabled: ({ state }) => state.data !== null,
    initialData: first,
    meta: { shown: { resource: "storefront" } },
  });
  const setShop = (shop: Storefront) => client.setQueryData(queryKey, shop);
  return { shop: data, setShop };
}
