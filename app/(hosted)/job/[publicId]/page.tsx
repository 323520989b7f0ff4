import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { JobPage } from "@/components/hosted/job/job-page";
import { TestBar } from "@/components/hosted/test-bar";
import { chooseLanguage } from "@/components/hosted/words/choose-language";
import { hostedWords, type SayHosted } from "@/components/hosted/words/hosted/hosted-words";
import { jobStateOf, jobWords, type SayJob } from "@/components/hosted/words/job/job-words";
import type { JobPage as Page } from "@/lib/contract/agents/hosted-job";
import { Refusal } from "@/lib/core/errors";
import { sayIn } from "@/lib/core/text/say";
import { loadJobPage } from "@/lib/domain/agents/jobs/load-job-page";
import { pageContext } from "@/lib/server/pages/page-context";

interface Props {
  params: Promise<{ publicId: string }>;
  searchParams: Promise<{ locale?: string | string[] }>;
}

const load = cache(async (publicId: string): Promise<Page> => {
  try {
    return await loadJobPage(await pageContext(), { publicId });
  } catch (error) {
    if (error instanceof Refusal && error.code === "not_found") notFound();
    throw error;
  }
});

async function wordsFor({ searchParams }: Props) {
  const [preferred] = [(await searchParams).locale].flat();
  const { language, locale } = chooseLanguage((await headers()).get("accept-language"), preferred);
  const say: SayJob = sayIn(jobWords[language]);
  const hosted: SayHosted = sayIn(hostedWords[language]);
  return { say, hosted, locale, words: jobWords[language] };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const page = await load((await props.params).publicId);
  const { say } = await wordsFor(props);
  const state = say(jobStateOf(page));
  return {
    title: { absolute: say("title", { merchant: page.merchant.name, state }) },
    robots: { index: false },
  };
}

export default async function JobPageRoute(props: Props) {
  const page = await load((await props.params).publicId);
  const { say, words, hosted, locale } = await wordsFor(props);
  return (
    <>
      {page.mode === "test" && <TestBar say={hosted} />}
      <JobPage page={page} say={say} words={words} hosted={hosted} locale={locale} />
    </>
  );
}
