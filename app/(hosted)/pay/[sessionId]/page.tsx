import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Checkout } from "@/components/pay/checkout";
import { renderPayParts } from "@/components/pay/pay-parts";
import { TestBar } from "@/components/pay/test-bar";
import { titleOf } from "@/components/pay/title-of";
import { browserWords } from "@/components/pay/words/browser-words";
import { pickWords } from "@/components/pay/words/pick-words";
import { createSay } from "@/components/pay/words/say";
import type { PayPage } from "@/lib/contract/hosted-pay";
import { Refusal } from "@/lib/core/errors";
import { loadPayPage } from "@/lib/domain/hosted-checkout/load-pay-page";
import { pageContext } from "@/lib/server/page-context";
import { checkWallet, mintTestTokens, recordPayer, relay, requestSignatures } from "./actions";

interface Props {
  params: Promise<{ sessionId: string }>;
  searchParams: Promise<{ locale?: string | string[] }>;
}

const actions = { checkWallet, requestSignatures, relay, recordPayer, mintTestTokens };

const load = cache(async (sessionId: string): Promise<PayPage> => {
  try {
    return await loadPayPage(await pageContext(), { sessionId });
  } catch (error) {
    if (error instanceof Refusal && error.code === "not_found") notFound();
    throw error;
  }
});

async function wordsFor({ searchParams }: Props) {
  const { locale } = await searchParams;
  const preferred = Array.isArray(locale) ? locale[0] : locale;
  return pickWords((await headers()).get("accept-language"), preferred);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const page = await load((await props.params).sessionId);
  const { words, locale } = await wordsFor(props);
  return { title: { absolute: titleOf(page, createSay(words), locale) } };
}

export default async function PayPageRoute(props: Props) {
  const page = await load((await props.params).sessionId);
  const { words, locale } = await wordsFor(props);
  const say = createSay(words);
  const parts = renderPayParts(page, say, locale);
  return (
    <>
      {page.mode === "test" && <TestBar say={say} />}
      <Checkout
        page={page}
        actions={actions}
        parts={parts}
        words={browserWords(words)}
        locale={locale}
      />
    </>
  );
}
