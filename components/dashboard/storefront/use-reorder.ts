"use client";

import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { type Problem, problemOf } from "@/components/account/problem-of";
import { scopeKey } from "@/components/dashboard/data/query-keys";
import { useActing, useApi } from "@/components/dashboard/shell/acting-context";
import type { ListedPage } from "@/lib/client/read-page";
import type { updateProduct } from "@/lib/contract/storefronts/storefront-products";
import { moved, newPlaces } from "./move-product";
import { type Product, productsPath } from "./product-kinds";

type Places = ReadonlyMap<string, number>;
type Pages = InfiniteData<ListedPage<Product>, string>;

const withPlaces = (pages: Pages, places: Places): Pages => ({
  ...pages,
  pages: pages.pages.map((page) => ({
    ...page,
    data: page.data.map((one) => ({ ...one, sortOrder: places.get(one.id) ?? one.sortOrder })),
  })),
});

/** The id of the button that moves a product. */
export const moveButtonId = (id: string, by: 1 | -1) => `move-${by === 1 ? "down" : "up"}-${id}`;

/** Moves products in the shop. The page shows a move at once; a refusal brings back the stored order. */
export function useReorder(products: readonly Product[]) {
  const api = useApi();
  const client = useQueryClient();
  const queryKey = [...scopeKey(useActing()), "list", productsPath];
  const [problem, setProblem] = useState<Problem | null>(null);
  const [said, setSaid] = useState("");
  // Moves are stored one after the other, so that the last one counts.
  const saving = useRef<Promise<void>>(Promise.resolve());
  const open = useRef(0);
  const button = useRef<string | null>(null);
  const order = products.map(({ id }) => id).join(" ");
  const shownOrder = useRef(order);
  useLayoutEffect(() => {
    // A row that was moved in the page has lost the focus.
    if (shownOrder.current === order) return;
    shownOrder.current = order;
    if (button.current !== null) document.getElementById(button.current)?.focus();
    button.current = null;
  }, [order]);
  const store = async (changes: ReturnType<typeof newPlaces>) => {
    try {
      for (const change of changes) {
        await api<typeof updateProduct>({ method: "PATCH", path: `${productsPath}/{id}` }, change);
      }
    } catch (error) {
      setProblem(problemOf(error));
    }
    open.current -= 1;
    if (open.current === 0) await client.invalidateQueries({ queryKey });
  };
  const move = async (product: Product, by: 1 | -1) => {
    const next = moved(products, product.id, by);
    const changes = newPlaces(next);
    if (changes.length === 0) return;
    setProblem(null);
    button.current = moveButtonId(product.id, by);
    const places = new Map(changes.map(({ id, sortOrder }) => [id, sortOrder]));
    // What is being read has the old order.
    await client.cancelQueries({ queryKey });
    client.setQueriesData<Pages>({ queryKey }, (pages) => pages && withPlaces(pages, places));
    const place = next.findIndex(({ id }) => id === product.id) + 1;
    setSaid(`${product.name} is now ${place} of ${next.length}.`);
    open.current += 1;
    saving.current = saving.current.then(() => store(changes));
  };
  return { move, problem, said };
}
