"use client";

import { useState } from "react";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useObjectAction } from "@/components/dashboard/data/use-object-action";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useApi, useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Offered } from "@/components/ui/offered";
import type { archiveProduct } from "@/lib/contract/storefronts/storefront-products";
import { type Product, productsPath } from "./product-kinds";

const path = `${productsPath}/{id}`;

/** Takes a product off sale for good. */
export function ArchiveProduct({ product, onDone }: { product: Product; onDone(): void }) {
  const { id, name, planId } = product;
  const api = useApi();
  const why = useWhyReadOnly();
  const [open, setOpen] = useState(false);
  const { mutate, isPending, error } = useObjectAction<Product>({
    path,
    id,
    run: () => api<typeof archiveProduct>({ method: "POST", path: `${path}/archive` }, { id }),
    done: "Product archived.",
    onDone,
  });
  return (
    <>
      <Offered why={why}>
        <Button look="secondary" onClick={() => setOpen(true)}>
          Archive
        </Button>
      </Offered>
      <ConfirmDialog
        title={`Archive the product “${name}”?`}
        action="Archive product"
        open={open}
        busy={isPending}
        typed={name}
        aside={<CopyCurl request={{ method: "POST", path: `${path}/archive`, input: { id } }} />}
        onClose={() => setOpen(false)}
        onConfirm={() => mutate()}
      >
        <p>
          Buyers can’t buy it any more, in the shop or by payment links. This can’t be undone.
          {planId !== null && " Its plan is archived as well. Existing subscribers keep paying."}
        </p>
        <QueryProblem problem={error} />
      </ConfirmDialog>
    </>
  );
}
