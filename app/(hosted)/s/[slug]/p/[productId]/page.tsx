import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { ClosedShop } from "@/components/hosted/shop/closed-shop";
import { describePage } from "@/components/hosted/shop/describe-page";
import { ProductView } from "@/components/hosted/shop/product-view";
import { ShopSurround } from "@/components/hosted/shop/shop-surround";
import { speakTo } from "@/components/hosted/shop/speak";
import type { Mode } from "@/lib/core/modes";
import { previewPath, productPath } from "@/lib/core/storefronts/shop-paths";
import { loadProductPage } from "@/lib/domain/storefronts/public/load-shop-page";
import { pageContext } from "@/lib/server/pages/page-context";
import {
  readShopQuery,
  type SearchParams,
  styleNonce,
  unlessClosed,
} from "@/lib/server/pages/shop-page";

interface Props {
  params: Promise<{ slug: string; productId: string }>;
  searchParams: SearchParams;
}

const load = cache(async (slug: string, mode: Mode, productId: string) =>
  unlessClosed(loadProductPage(await pageContext(), { slug, mode, productId })),
);

async function read({ params, searchParams }: Props) {
  const [{ slug, productId }, query] = await Promise.all([params, readShopQuery(searchParams)]);
  const { speech } = speakTo((await headers()).get("accept-language"), query.locale);
  const page = await load(slug, query.mode, productId);
  const url = page && new URL(productPath(page.shop, page.product), page.shop.url).href;
  return { page, url: url ?? "", speech };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { page, url, speech } = await read(props);
  if (!page) return { title: { absolute: speech.say("closedTitle") } };
  const { shop, product } = page;
  return describePage(shop, {
    title: speech.say("productTitle", { product: product.name, shop: shop.name }),
    text: product.description ?? shop.description,
    image: new URL(previewPath(shop, product), shop.url).href,
    url,
  });
}

export default async function ProductPageRoute(props: Props) {
  const { page, url, speech } = await read(props);
  if (!page) return <ClosedShop say={speech.say} />;
  return (
    <ShopSurround shop={page.shop} nonce={await styleNonce()} say={speech.hosted}>
      <ProductView page={page} url={url} {...speech} />
    </ShopSurround>
  );
}
