"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { PageLink } from "@/components/dashboard/shell/page-link";
import { useAllProducts } from "@/components/dashboard/storefront/use-all-products";
import { SelectField } from "@/components/ui/select-field";
import { Skeleton } from "@/components/ui/skeleton";
import { formatAmount } from "@/lib/core/amounts/format-amount";
import { currencyDecimals } from "@/lib/core/amounts/money";
import type { LinkDraft } from "./link-draft";

interface Props {
  draft: LinkDraft;
  onChange(change: Partial<LinkDraft>): void;
  errorAt(name: string): string | undefined;
}

/** The choice of the product that a link sells, among those on sale. */
export function ProductField({ draft, onChange, errorAt }: Props) {
  const { products, isPending, error, refetch } = useAllProducts({ active: "true" });
  const problem = <QueryProblem problem={error} onRetry={refetch} />;
  if (error && products.length === 0) return problem;
  if (isPending) return <Skeleton label="Loading products…" lines={1} />;
  if (products.length === 0) {
    return (
      <div className="grid justify-items-start gap-3 text-muted text-sm">
        <p>No product is on sale yet.</p>
        <PageLink path="/dashboard/storefront/products">Open products</PageLink>
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      {problem}
      <SelectField
        name="productId"
        label="Product"
        required
        value={draft.productId}
        error={errorAt("productId")}
        onChange={({ target }) => onChange({ productId: target.value })}
      >
        <option value="">Choose a product</option>
        {products.map(({ id, name, price, currency }) => (
          <option key={id} value={id}>
            {`${name} · ${formatAmount({ amount: price, currency, decimals: currencyDecimals }, "en")}`}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
