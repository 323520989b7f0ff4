"use client";

import { useObject } from "@/components/dashboard/data/use-object";
import { LinkFact } from "@/components/dashboard/detail/fact-kinds";
import { ObjectLink } from "@/components/dashboard/detail/object-link";
import { Fact } from "@/components/ui/facts";
import { Money } from "@/components/ui/money/money";
import { Notice } from "@/components/ui/notice";
import { objectKinds } from "@/lib/core/object-kinds";
import { type Product, productsPath } from "./product-kinds";

const useProduct = (id: string) => {
  const shown = { resource: "product", id };
  return useObject<Product>({ path: `${productsPath}/{id}`, id, shown, first: null }).data;
};

/** Says that what sells a product sells nothing: it was hidden or archived, or its plan was. */
export function NotOnSale({ id }: { id: string }) {
  const product = useProduct(id);
  if (!product || product.onSale) return null;
  return (
    <Notice tone="wait">
      <ObjectLink path={objectKinds.product.list} id={id} name={product.name} /> isn’t on sale: the
      page says so and takes no payment.
    </Notice>
  );
}

/** The product that another object sells, by its name, and what it costs now. */
export function ProductFact({ id }: { id: string }) {
  const data = useProduct(id);
  if (!data) return <LinkFact object="product" id={id} />;
  return (
    <>
      <Fact name="Product">
        <span className="wrap-anywhere">
          <ObjectLink path={objectKinds.product.list} id={id} name={data.name} />
        </span>
      </Fact>
      <Fact name="Price">
        <Money amount={data.price} currency={data.currency} />
      </Fact>
    </>
  );
}
