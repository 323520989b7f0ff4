import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { LinkView } from "@/components/hosted/shop/link-view";
import { speakTo } from "@/components/hosted/shop/speak";
import { TestBar } from "@/components/hosted/test-bar";
import { linkPreviewPath } from "@/lib/core/storefronts/shop-paths";
import { loadLinkPage } from "@/lib/domain/storefronts/links/load-link-page";
import { pageContext } from "@/lib/server/pages/page-context";
import { readShopQuery, type SearchParams, unlessClosed } from "@/lib/server/pages/shop-page";

interface Props {
  params: Promise<{ linkId: string }>;
  searchParams: SearchParams;
}

const load = cache(async (linkId: string) =>
  unlessClosed(loadLinkPage(await pageContext(), { linkId })),
);

async function read({ params, searchParams }: Props) {
  const [{ linkId }, { locale }] = await Promise.all([params, readShopQuery(searchParams)]);
  const spoken = speakTo((await headers()).get("accept-language"), locale);
  return { page: await load(linkId), ...spoken };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { page, speech } = await read(props);
  if (!page) return {};
  const { link, merchant } = page;
  const name = link.product?.name ?? link.name;
  const title = speech.say("linkTitle", { name, merchant: merchant.name });
  const { config } = await pageContext();
  const { href } = new URL(linkPreviewPath(link), config.APP_URL);
  return {
    title: { absolute: title },
    openGraph: {
      type: "website",
      siteName: merchant.name,
      title,
      images: [{ url: href, width: 1_200, height: 630, alt: title }],
    },
    twitter: { card: "summary_large_image", title },
  };
}

export default async function LinkPageRoute(props: Props) {
  const { page, words, speech } = await read(props);
  if (!page) return null;
  return (
    <>
      {page.link.mode === "test" && <TestBar say={speech.hosted} />}
      <LinkView page={page} words={words} {...speech} />
    </>
  );
}
