"use client";

import { useEffect } from "react";
import { type FirstPage, useList } from "@/components/dashboard/data/use-list";
import type { ListQuery } from "@/lib/client/read-page";
import { inShopOrder, type Product, productsPath } from "./product-kinds";

/** A shop shows so many of its products. */
const MOST = 1_000;

/** The business's products in the order of its shop. The API lists them by pages, newest first: all pages are read. */
export function useAllProducts(query: ListQuery, first: FirstPage<Product> | null = null) {
  const found = useList<Product>({
    path: productsPath,
    shown: { resource: "product", watches: ["payment_session", "subscription_plan"] },
    query,
    first,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = found;
  const rows = found.data?.pages.flatMap(({ data }) => data) ?? [];
  const wantsMore = hasNextPage && !isFetching && !isError && rows.length < MOST;
  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, fetchNextPage]);
  return {
    products: inShopOrder(rows),
    /** Every product has been read. */
    isWhole: found.data !== undefined && !hasNextPage,
    isPending: found.isPending,
    error: found.error,
    refetch: () => void found.refetch(),
  };
}
