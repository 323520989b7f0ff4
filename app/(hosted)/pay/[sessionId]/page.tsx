import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Checkout } from "@/components/hosted/pay/checkout";
import { renderPayParts } from "@/components/hosted/pay/pay-parts";
import { titleOf } from "@/components/hosted/pay/title-of";
import { TestBar } from "@/components/hosted/test-bar";
import { chooseLanguage } from "@/components/hosted/words/choose-language";
import { hostedWords, type SayHosted } from "@/components/hosted/words/hosted/hosted-words";
import { browserWords, payWords, type SayPay } from "@/components/hosted/words/pay/pay-words";
import type { PayPage } from "@/lib/contract/payments/hosted-pay";
import { Refusal } from "@/lib/core/errors";
import { sayIn } from "@/lib/core/text/say";
import { loadPayPage } from "@/lib/domain/payments/hosted-page/load-pay-page";
import { pageContext } from "@/lib/server/pages/page-context";
import {
  checkWallet,
  mintTestTokens,
  moveSession,
  readBalances,
  recordPayer,
  relay,
  requestSignatures,
} from "./actions";

interface Props {
  params: Promise<{ sessionId: string }>;
  searchParams: Promise<{ locale?: string | string[]; start?: string | string[] }>;
}

const actions = {
  checkWallet,
  readBalances,
  moveSession,
  requestSignatures,
  relay,
  recordPayer,
  mintTestTokens,
};

const load = cache(async (sessionId: string, start?: string): Promise<PayPage> => {
  try {
    return await loadPayPage(await pageContext(), { sessionId, start });
  } catch (error) {
    if (error instanceof Refusal && error.code === "not_found") notFound();
    throw error;
  }
});

async function loadFor({ params, searchParams }: Props) {
  const [{ sessionId }, { start }] = await Promise.all([params, searchParams]);
  return load(sessionId, [start].flat()[0]);
}

async function wordsFor({ searchParams }: Props) {
  const [preferred] = [(await searchParams).locale].flat();
  const { language, locale } = chooseLanguage((await headers()).get("accept-language"), preferred);
  const words = payWords[language];
  const say: SayPay = sayIn(words);
  const hosted: SayHosted = sayIn(hostedWords[language]);
  return { words, say, hosted, locale };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const page = await loadFor(props);
  const { say, locale } = await wordsFor(props);
  return { title: { absolute: titleOf(page, say, locale) } };
}

export default async function PayPageRoute(props: Props) {
  const page = await loadFor(props);
  const { words, say, hosted, locale } = await wordsFor(props);
  const parts = renderPayParts(page, { say, hosted, locale });
  return (
    <>
      {page.mode === "test" && <TestBar say={hosted} />}
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
