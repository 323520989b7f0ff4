import type { Metadata } from "next";
import { headers } from "next/headers";
import { ClosedShop } from "@/components/hosted/shop/closed-shop";
import { ShopSurround } from "@/components/hosted/shop/shop-surround";
import { speakTo } from "@/components/hosted/shop/speak";
import { ThanksView } from "@/components/hosted/shop/thanks-view";
import { loadThanksPage } from "@/lib/domain/storefronts/public/load-shop-page";
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

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { locale } = await readShopQuery(searchParams);
  const { speech } = speakTo((await headers()).get("accept-language"), locale);
  return { title: { absolute: speech.say("thanksTitle") } };
}

export default async function ThanksPageRoute({ params, searchParams }: Props) {
  const { slug } = await params;
  const { locale, ...query } = await readShopQuery(searchParams);
  const { speech } = speakTo((await headers()).get("accept-language"), locale);
  const page = await unlessClosed(loadThanksPage(await pageContext(), { slug, ...query }));
  if (!page) return <ClosedShop say={speech.say} />;
  return (
    <ShopSurround shop={page.shop} nonce={await styleNonce()} say={speech.hosted}>
      <ThanksView page={page} {...speech} />
    </ShopSurround>
  );
}
