import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { InvoicePage } from "@/components/hosted/invoice/invoice-page";
import { shownStatus } from "@/components/hosted/invoice/status-badge";
import { TestBar } from "@/components/hosted/test-bar";
import { chooseLanguage } from "@/components/hosted/words/choose-language";
import { hostedWords, type SayHosted } from "@/components/hosted/words/hosted/hosted-words";
import { invoiceWords, type SayInvoice } from "@/components/hosted/words/invoice/invoice-words";
import type { InvoicePage as Page } from "@/lib/contract/invoices/hosted-invoice";
import { Refusal } from "@/lib/core/errors";
import { sayIn } from "@/lib/core/text/say";
import { loadInvoicePage } from "@/lib/domain/invoices/load-invoice-page";
import { pageContext } from "@/lib/server/pages/page-context";

interface Props {
  params: Promise<{ publicId: string }>;
  searchParams: Promise<{ locale?: string | string[] }>;
}

const load = cache(async (publicId: string): Promise<Page> => {
  try {
    return await loadInvoicePage(await pageContext(), { publicId });
  } catch (error) {
    if (error instanceof Refusal && error.code === "not_found") notFound();
    throw error;
  }
});

async function wordsFor({ searchParams }: Props) {
  const [preferred] = [(await searchParams).locale].flat();
  const { language, locale } = chooseLanguage((await headers()).get("accept-language"), preferred);
  const say: SayInvoice = sayIn(invoiceWords[language]);
  const hosted: SayHosted = sayIn(hostedWords[language]);
  return { say, hosted, locale };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const page = await load((await props.params).publicId);
  const { number, merchant } = page;
  const { say } = await wordsFor(props);
  return {
    title: {
      absolute: say("title", { number, merchant: merchant.name, state: say(shownStatus(page)) }),
    },
  };
}

export default async function InvoicePageRoute(props: Props) {
  const page = await load((await props.params).publicId);
  const { say, hosted, locale } = await wordsFor(props);
  return (
    <>
      {page.mode === "test" && <TestBar say={hosted} />}
      <InvoicePage page={page} say={say} hosted={hosted} locale={locale} />
    </>
  );
}
