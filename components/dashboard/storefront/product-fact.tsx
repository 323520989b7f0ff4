"use client";

import { useObject } from "@/components/dashboard/data/use-object";
import { LinkFact } from "@/components/dashboard/detail/fact-kinds";
import { ObjectLink } from "@/components/dashboard/detail/object-link";
import { Fact } from "@/components/ui/facts";
import { Money } from "@/components/ui/money/money";
import { objectKinds } from "@/lib/core/object-kinds";
import { type Product, productsPath } from "./product-kinds";

/** The product that another object sells, by its name, and what it costs now. */
export function ProductFact({ id }: { id: string }) {
  const shown = { resource: "product", id };
  const { data } = useObject<Product>({ path: `${productsPath}/{id}`, id, shown, first: null });
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
