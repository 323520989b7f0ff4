import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { ClosedShop } from "@/components/hosted/shop/closed-shop";
import { describePage } from "@/components/hosted/shop/describe-page";
import { ShopSurround } from "@/components/hosted/shop/shop-surround";
import { ShopView } from "@/components/hosted/shop/shop-view";
import { speakTo } from "@/components/hosted/shop/speak";
import type { Mode } from "@/lib/core/modes";
import { previewPath } from "@/lib/core/storefronts/shop-paths";
import { loadShopPage } from "@/lib/domain/storefronts/public/load-shop-page";
import { pageContext } from "@/lib/server/pages/page-context";
import {
  readShopQuery,
  type SearchParams,
  styleNonce,
  unlessClosed,
} from "@/lib/server/pages/shop-page";

interface Props {
  params: Promise<{ slug: string }>;
  searchParams: SearchParams;
}

const load = cache(async (slug: string, mode: Mode) =>
  unlessClosed(loadShopPage(await pageContext(), { slug, mode })),
);

async function read({ params, searchParams }: Props) {
  const [{ slug }, { mode, locale }] = await Promise.all([params, readShopQuery(searchParams)]);
  const { speech } = speakTo((await headers()).get("accept-language"), locale);
  return { page: await load(slug, mode), speech };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { page, speech } = await read(props);
  if (!page) return { title: { absolute: speech.say("closedTitle") } };
  const { shop } = page;
  return describePage(shop, {
    title: shop.name,
    text: shop.description,
    image: new URL(previewPath(shop), shop.url).href,
    url: shop.url,
  });
}

export default async function ShopPageRoute(props: Props) {
  const { page, speech } = await read(props);
  if (!page) return <ClosedShop say={speech.say} />;
  return (
    <ShopSurround shop={page.shop} nonce={await styleNonce()} say={speech.hosted}>
      <ShopView page={page} {...speech} />
    </ShopSurround>
  );
}
