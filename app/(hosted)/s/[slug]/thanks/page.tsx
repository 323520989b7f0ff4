import type { Metadata } from "next";
import { headers } from "next/headers";
import { AccentStyle } from "@/components/hosted/shop/accent-style";
import { ClosedShop } from "@/components/hosted/shop/closed-shop";
import { speakTo } from "@/components/hosted/shop/speak";
import { ThanksView } from "@/components/hosted/shop/thanks-view";
import { TestBar } from "@/components/hosted/test-bar";
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
  const { accentColor, mode } = page.shop;
  return (
    <>
      {accentColor && <AccentStyle color={accentColor} nonce={await styleNonce()} />}
      {mode === "test" && <TestBar say={speech.hosted} />}
      <ThanksView page={page} {...speech} />
    </>
  );
}
