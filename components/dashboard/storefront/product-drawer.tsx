"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useObject } from "@/components/dashboard/data/use-object";
import { useObjectAction } from "@/components/dashboard/data/use-object-action";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { LinkFact, MomentFact } from "@/components/dashboard/detail/fact-kinds";
import { useActing, useApi, useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { usePanel } from "@/components/dashboard/shell/use-panel";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Drawer } from "@/components/ui/drawer";
import { Fact, Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import type { updateProduct } from "@/lib/contract/storefronts/storefront-products";
import { ArchiveProduct } from "./archive-product";
import { NEW_PRODUCT } from "./new-product-button";
import { ProductForm } from "./product-form";
import { type Product, productsPath } from "./product-kinds";
import { isPlanArchived, ProductPrice, ProductState, ProductStock } from "./product-state";

/** The drawer that the address opens: for a new product, or for the one that it names. */
export function ProductDrawer({ nextPlace }: { nextPlace: number }) {
  const { shown, close } = usePanel("product");
  if (shown === null) return null;
  if (shown !== NEW_PRODUCT) return <KnownProduct key={shown} id={shown} onClose={close} />;
  return (
    <Drawer title="Create product" open onClose={close}>
      <ProductForm product={null} nextPlace={nextPlace} onDone={close} />
    </Drawer>
  );
}

function KnownProduct({ id, onClose }: { id: string; onClose(): void }) {
  const shown = { resource: "product", id };
  const path = `${productsPath}/{id}`;
  const { data, error, refetch } = useObject<Product>({ path, id, shown, first: null });
  return (
    <Drawer title={data?.name ?? "Product"} open onClose={onClose}>
      <div className="grid gap-6">
        <QueryProblem problem={error} onRetry={() => void refetch()} />
        {!data && !error && <Skeleton label="Loading product…" lines={5} />}
        {data && <ProductBody product={data} onClose={onClose} />}
      </div>
    </Drawer>
  );
}

function ProductBody({ product, onClose }: { product: Product; onClose(): void }) {
  const { mode } = useActing();
  const why = useWhyReadOnly();
  const isArchived = product.archivedAt !== null;
  const orders = `${hrefIn("/dashboard/storefront/orders", mode)}&productId=${product.id}`;
  return (
    <>
      <ProductFacts product={product} />
      <div className="flex flex-wrap gap-2">
        <ButtonLink look="secondary" href={orders}>
          See orders
        </ButtonLink>
        {!isArchived && <ArchiveProduct product={product} onDone={onClose} />}
      </div>
      {isArchived && (
        <Notice>The product is archived. It can’t be sold or changed any more.</Notice>
      )}
      {isPlanArchived(product) && (
        <Notice tone="wait">
          This product isn’t sold: its plan is archived. Save it to sell it by a new plan. Existing
          subscribers keep their terms.
        </Notice>
      )}
      {why === null && product.oversold > 0 && <SettleOversold product={product} />}
      {!isArchived && why === null && (
        <ProductForm product={product} nextPlace={product.sortOrder} onDone={onClose} />
      )}
    </>
  );
}

const route = { method: "PATCH", path: `${productsPath}/{id}` } as const;

/** Says that pieces which were paid for beyond the stock are no longer owed. */
function SettleOversold({ product: { id, oversold } }: { product: Product }) {
  const api = useApi();
  const input = { id, settled: oversold };
  const { mutate, isPending, error } = useObjectAction<Product>({
    path: route.path,
    id,
    run: () => api<typeof updateProduct>(route, input),
    done: "Marked as settled.",
  });
  return (
    <Notice tone="bad">
      <div className="grid gap-3">
        <p>
          {oversold === 1 ? "1 piece was" : `${oversold} pieces were`} paid for when none was left.
          Deliver later, or refund the payments, and say so here.
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Button look="secondary" busy={isPending} onClick={() => mutate()}>
            Mark as settled
          </Button>
          <CopyCurl request={{ ...route, input }} />
        </div>
        <QueryProblem problem={error} />
      </div>
    </Notice>
  );
}

function ProductFacts({ product }: { product: Product }) {
  return (
    <Facts>
      <Fact name="State">
        <ProductState {...product} />
      </Fact>
      <Fact name="Price">
        <ProductPrice {...product} />
      </Fact>
      {product.type === "one_time" && (
        <Fact name="Stock">
          <ProductStock {...product} />
        </Fact>
      )}
      <LinkFact object="subscription_plan" id={product.planId} />
      <Fact name="Id">
        <code translate="no" className="wrap-anywhere font-mono text-xs">
          {product.id}
        </code>
      </Fact>
      <MomentFact name="Created" iso={product.createdAt} />
      <MomentFact name="Archived" iso={product.archivedAt} />
    </Facts>
  );
}
