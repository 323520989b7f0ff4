"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTask } from "@/components/account/use-task";
import { scopeKey } from "@/components/dashboard/data/query-keys";
import { useActing, useApi } from "@/components/dashboard/shell/acting-context";
import { showToast } from "@/components/ui/toast";
import type { SentInput } from "@/lib/contract/endpoint";
import type {
  createProduct,
  updateProduct,
  uploadProductImage,
} from "@/lib/contract/storefronts/storefront-products";
import { changeOf, draftOf, fieldsOf, newDraft, type ProductDraft } from "./product-draft";
import { type Product, productsPath } from "./product-kinds";

const path = `${productsPath}/{id}`;

/** What a product's form asks of the API. */
function useProductCalls() {
  const api = useApi();
  return {
    create: (input: SentInput<typeof createProduct>) =>
      api<typeof createProduct>({ method: "POST", path: productsPath }, input),
    change: (input: SentInput<typeof updateProduct>) =>
      api<typeof updateProduct>({ method: "PATCH", path }, input),
    send: (id: string, file: File) => {
      const route = { method: "POST", path: `${path}/image` } as const;
      return api<typeof uploadProductImage>(route, { id }, { file, timeoutMs: 60_000 });
    },
  };
}

/** The request that saving will make; null while something is missing or malformed. */
function requestOf(draft: ProductDraft, began: Product | null, nextPlace: number) {
  const typed = fieldsOf(draft);
  if (!typed) return null;
  if (began) return { method: "PATCH", path, input: changeOf(began, typed) } as const;
  return { method: "POST", path: productsPath, input: { ...typed, sortOrder: nextPlace } } as const;
}

/**
 * Creates a product, or changes one. A new one's picture is kept until it is created, and sent then.
 * @param product null for a new one
 * @param nextPlace the place of a new one
 */
export function useProductSaving(product: Product | null, nextPlace: number, onDone: () => void) {
  const acting = useActing();
  const client = useQueryClient();
  const { busy, problem, run } = useTask();
  const { create, change, send } = useProductCalls();
  const [draft, setDraft] = useState(() => (product ? draftOf(product) : newDraft));
  // What has changed elsewhere meanwhile, such as the stock by a sale, is not overwritten. A new product whose picture
  // was refused is there: it is not created again.
  const [began, setBegan] = useState(product);
  const [file, setFile] = useState<File | null>(null);
  const request = requestOf(draft, began, nextPlace);
  const refresh = () => client.invalidateQueries({ queryKey: scopeKey(acting) });
  const save = () =>
    void run(async () => {
      if (!request) return;
      const saved =
        request.method === "POST" ? await create(request.input) : await change(request.input);
      setBegan(saved);
      try {
        if (file) await send(saved.id, file);
      } finally {
        await refresh();
      }
      showToast(product ? "Product saved." : "Product created.");
      onDone();
    });
  const upload = async (chosen: File) => {
    if (!product || !began) {
      setFile(chosen);
      return "kept";
    }
    const { imageUrl } = await send(product.id, chosen);
    setBegan({ ...began, imageUrl });
    setDraft((now) => ({ ...now, imageUrl: imageUrl ?? "" }));
    await refresh();
    return "saved";
  };
  return { draft, setDraft, request, save, upload, keptFile: file?.name, busy, problem };
}
