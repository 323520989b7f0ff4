import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Subscribe } from "@/components/hosted/subscribe/subscribe";
import { renderSubscribeParts } from "@/components/hosted/subscribe/subscribe-parts";
import { TestBar } from "@/components/hosted/test-bar";
import { chooseLanguage } from "@/components/hosted/words/choose-language";
import { hostedWords, type SayHosted } from "@/components/hosted/words/hosted/hosted-words";
import { browserWords, payWords, type SayPay } from "@/components/hosted/words/pay/pay-words";
import {
  type SaySubscribe,
  subscribeWords,
  wordsOfPlan,
} from "@/components/hosted/words/subscribe/subscribe-words";
import type { SubscribePage } from "@/lib/contract/subscriptions/hosted-subscribe";
import { Refusal } from "@/lib/core/errors";
import { sayIn } from "@/lib/core/text/say";
import { loadSubscribePage } from "@/lib/domain/subscriptions/hosted-page/load-subscribe-page";
import { pageContext } from "@/lib/server/pages/page-context";
import {
  checkSubscriber,
  mintPlanTokens,
  readStanding,
  recordPlanPayer,
  relayMandate,
  requestDirect,
  requestMandate,
} from "./actions";

interface Props {
  params: Promise<{ planId: string }>;
  searchParams: Promise<{ locale?: string | string[]; start?: string | string[] }>;
}

const actions = {
  checkSubscriber,
  readStanding,
  requestMandate,
  requestDirect,
  relayMandate,
  recordPlanPayer,
  mintPlanTokens,
};

const load = cache(async (planId: string, start?: string): Promise<SubscribePage> => {
  try {
    return await loadSubscribePage(await pageContext(), { planId, start });
  } catch (error) {
    if (error instanceof Refusal && error.code === "not_found") notFound();
    throw error;
  }
});

async function loadFor({ params, searchParams }: Props) {
  const [{ planId }, { start }] = await Promise.all([params, searchParams]);
  return load(planId, [start].flat()[0]);
}

async function wordsFor({ searchParams }: Props) {
  const [preferred] = [(await searchParams).locale].flat();
  const { language, locale } = chooseLanguage((await headers()).get("accept-language"), preferred);
  const own = subscribeWords[language];
  const words: SaySubscribe = sayIn(own);
  const say: SayPay = sayIn(payWords[language]);
  const hosted: SayHosted = sayIn(hostedWords[language]);
  return { own, wallet: browserWords(payWords[language]), speech: { say, words, hosted, locale } };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const page = await loadFor(props);
  const { words } = (await wordsFor(props)).speech;
  const title = words("title", { plan: page.name, merchant: page.merchant.name });
  return { title: { absolute: title } };
}

export default async function SubscribePageRoute(props: Props) {
  const page = await loadFor(props);
  const { own, wallet, speech } = await wordsFor(props);
  return (
    <>
      {page.mode === "test" && <TestBar say={speech.hosted} />}
      <Subscribe
        page={page}
        actions={actions}
        parts={renderSubscribeParts(page, speech)}
        payWords={wallet}
        words={wordsOfPlan(own, page)}
        locale={speech.locale}
      />
    </>
  );
}
