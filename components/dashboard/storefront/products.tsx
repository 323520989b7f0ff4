"use client";

import { TaskProblem } from "@/components/account/task-problem";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import type { FirstPage } from "@/components/dashboard/data/use-list";
import { ObjectLink } from "@/components/dashboard/detail/object-link";
import { RequestExample } from "@/components/dashboard/developers/request-example";
import { useShortcut } from "@/components/dashboard/keyboard/use-shortcut";
import { ListSkeleton } from "@/components/dashboard/list/list-skeleton";
import { useExport } from "@/components/dashboard/list/use-export";
import { useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { usePanel } from "@/components/dashboard/shell/use-panel";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { type Column, Table } from "@/components/ui/table";
import { useHydrated } from "@/components/ui/use-hydrated";
import { DownloadIcon } from "@/components/ui/work-icons";
import { objectKinds } from "@/lib/core/object-kinds";
import { MoveButtons } from "./move-buttons";
import { NewProductButton } from "./new-product-button";
import { ProductDrawer } from "./product-drawer";
import { type Product, productsPath } from "./product-kinds";
import { ProductPrice, ProductState, ProductStock } from "./product-state";
import { useAllProducts } from "./use-all-products";
import { useReorder } from "./use-reorder";

const example = {
  method: "POST",
  path: productsPath,
  input: {
    name: "Coffee, 250 g",
    description: null,
    price: "12500000",
    currency: "USDC",
    type: "one_time",
    interval: null,
    intervalCount: null,
    stock: 12,
    isActive: true,
  },
} as const;

/** The business's products in the order of the shop, with the drawer for one of them. */
export function Products({ first }: { first: FirstPage<Product> | null }) {
  const { products, isWhole, isPending, error, refetch } = useAllProducts({}, first);
  const kept = products.filter(({ archivedAt }) => archivedAt === null);
  const archived = products.filter(({ archivedAt }) => archivedAt !== null);
  const nextPlace = Math.max(-1, ...kept.map(({ sortOrder }) => sortOrder)) + 1;
  return (
    <div className="grid gap-5">
      <QueryProblem problem={error} onRetry={refetch} />
      {isPending && !error && <ListSkeleton noun="products" />}
      {isWhole && products.length === 0 && <NoProducts />}
      {kept.length > 0 && <ShopProducts products={kept} />}
      {archived.length > 0 && (
        <Disclosure summary={`Archived (${archived.length})`}>
          <ArchivedProducts products={archived} />
        </Disclosure>
      )}
      <ProductDrawer nextPlace={nextPlace} />
    </div>
  );
}

const NoProducts = () => (
  <EmptyState
    action={<NewProductButton />}
    snippet={<RequestExample label="A request that creates a product" request={example} />}
  >
    No products yet. Your shop shows the products that are on sale.
  </EmptyState>
);

/** The columns that every table of products has. @param onOpen opens the drawer of a product */
const columnsOf = (onOpen: (id: string) => void): Column<Product>[] => [
  {
    name: "Product",
    cell: ({ id, name }) => <OpenButton name={name} onOpen={() => onOpen(id)} />,
  },
  { name: "State", cell: (product) => <ProductState {...product} /> },
  {
    name: "Stock",
    cell: (product) =>
      product.planId === null ? (
        <ProductStock {...product} />
      ) : (
        <ObjectLink path={objectKinds.subscription_plan.list} id={product.planId} name="See plan" />
      ),
  },
  { name: "Price", isNumber: true, cell: (product) => <ProductPrice {...product} /> },
];

/** The name of a product, which opens its drawer. */
function OpenButton({ name, onOpen }: { name: string; onOpen(): void }) {
  const ready = useHydrated();
  return (
    <button
      type="button"
      aria-label={`Open ${name}`}
      disabled={!ready}
      onClick={onOpen}
      className="wrap-anywhere min-h-6 text-right font-medium underline decoration-edge underline-offset-4 hover:decoration-ink sm:text-left"
    >
      {name}
    </button>
  );
}

function ShopProducts({ products }: { products: readonly Product[] }) {
  const { open } = usePanel("product");
  const why = useWhyReadOnly();
  const { move, problem, said } = useReorder(products);
  const place: Column<Product> = {
    name: "Move",
    isNumber: true,
    cell: (product) => (
      <MoveButtons
        product={product}
        isFirst={product.id === products[0]?.id}
        isLast={product.id === products.at(-1)?.id}
        onMove={(by) => void move(product, by)}
      />
    ),
  };
  const columns = columnsOf(open);
  const oversold = products.filter((product) => product.oversold > 0);
  return (
    <>
      <TaskProblem problem={problem} />
      {oversold.length > 0 && (
        <Notice tone="bad">
          {oversold.map(({ name }) => name).join(", ")}: paid for when too few pieces were left.
          Deliver later, or refund the payments, and mark that in the product.
        </Notice>
      )}
      <Table
        caption="Products"
        columns={why === null && products.length > 1 ? [...columns, place] : columns}
        rows={products}
        keyOf={({ id }) => id}
      />
      <p role="status" className="sr-only">
        {said}
      </p>
      <ExportProducts />
    </>
  );
}

/** Stores all products, archived ones too, as a CSV file. */
function ExportProducts() {
  const { busy, problem, save } = useExport({ path: productsPath, noun: "products" }, {});
  useShortcut({ key: "e", label: "Export as CSV", run: save });
  return (
    <div className="grid justify-items-start gap-3">
      <Button look="secondary" busy={busy} onClick={save}>
        <DownloadIcon className="size-4" />
        Export CSV
      </Button>
      <TaskProblem problem={problem} />
    </div>
  );
}

function ArchivedProducts({ products }: { products: readonly Product[] }) {
  const { open } = usePanel("product");
  return (
    <Table
      caption="Archived products"
      columns={columnsOf(open)}
      rows={products}
      keyOf={({ id }) => id}
    />
  );
}
