import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { AccentStyle } from "@/components/hosted/shop/accent-style";
import { ClosedShop } from "@/components/hosted/shop/closed-shop";
import { describePage } from "@/components/hosted/shop/describe-page";
import { ShopView } from "@/components/hosted/shop/shop-view";
import { speakTo } from "@/components/hosted/shop/speak";
import { TestBar } from "@/components/hosted/test-bar";
import type { Mode } from "@/lib/core/modes";
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
    image: shop.coverImageUrl ?? shop.logoUrl,
    url: shop.url,
  });
}

export default async function ShopPageRoute(props: Props) {
  const { page, speech } = await read(props);
  if (!page) return <ClosedShop say={speech.say} />;
  const { accentColor, mode } = page.shop;
  return (
    <>
      {accentColor && <AccentStyle color={accentColor} nonce={await styleNonce()} />}
      {mode === "test" && <TestBar say={speech.hosted} />}
      <ShopView page={page} {...speech} />
    </>
  );
}
