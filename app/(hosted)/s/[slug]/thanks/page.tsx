import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { ClosedShop } from "@/components/hosted/shop/closed-shop";
import { ShopSurround } from "@/components/hosted/shop/shop-surround";
import { speakTo } from "@/components/hosted/shop/speak";
import { ThanksView, thanksTitle } from "@/components/hosted/shop/thanks-view";
import type { Mode } from "@/lib/core/modes";
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

const load = cache(async (slug: string, mode: Mode, sessionId: string | null) =>
  unlessClosed(loadThanksPage(await pageContext(), { slug, mode, sessionId })),
);

async function read({ params, searchParams }: Props) {
  const [{ slug }, query] = await Promise.all([params, readShopQuery(searchParams)]);
  const { speech } = speakTo((await headers()).get("accept-language"), query.locale);
  return { page: await load(slug, query.mode, query.sessionId), speech };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { page, speech } = await read(props);
  const { say } = speech;
  return { title: { absolute: page ? thanksTitle(page, say) : say("closedTitle") } };
}

export default async function ThanksPageRoute(props: Props) {
  const { page, speech } = await read(props);
  if (!page) return <ClosedShop say={speech.say} />;
  return (
    <ShopSurround shop={page.shop} nonce={await styleNonce()} say={speech.hosted}>
      <ThanksView page={page} {...speech} />
    </ShopSurround>
  );
}
