import type { ReactNode } from "react";
import { HostedFooter } from "@/components/hosted/hosted-footer";
import { MerchantMark } from "@/components/hosted/pay/merchant-mark";
import type { SayHosted } from "@/components/hosted/words/hosted/hosted-words";
import { type JobWords, jobStateOf, type SayJob } from "@/components/hosted/words/job/job-words";
import { Amount } from "@/components/ui/money/amount";
import { LocalTime } from "@/components/ui/time/local-time";
import type { JobPage as Page } from "@/lib/contract/agents/hosted-job";
import { ClaimPayment } from "./claim-payment";
import { SubmitWork } from "./submit-work";

interface Props {
  page: Page;
  say: SayJob;
  words: JobWords;
  hosted: SayHosted;
  locale: string;
}

/** A job as its vendor sees it: what is bought, whether it is funded, and what happens next. */
export function JobPage({ page, say, words, hosted, locale }: Props) {
  const { merchant, amount, currency, decimals, submission, claim } = page;
  return (
    <div className="flex-1 bg-panel sm:px-6 sm:py-10">
      <main className="mx-auto w-full max-w-2xl bg-canvas px-5 pt-6 pb-8 sm:rounded-2xl sm:border sm:border-line sm:px-10 sm:pt-9 sm:pb-10">
        <header className="flex items-center gap-3">
          <MerchantMark merchant={merchant} alt={hosted("logo", { merchant: merchant.name })} />
          <p dir="auto" className="wrap-anywhere min-w-0 flex-1 font-medium">
            {merchant.name}
          </p>
          <p className="rounded-full bg-panel px-3 py-1 font-semibold text-sm">
            {say(jobStateOf(page))}
          </p>
        </header>
        <h1 className="mt-7 text-muted">{say("job")}</h1>
        <p className="mt-1 font-semibold text-3xl tabular-nums">
          <Amount amount={amount} currency={currency} decimals={decimals} locale={locale} />
        </p>
        <p className="mt-3 text-pretty">{introOf(page, say)}</p>
        <Details {...{ page, say, locale }} />
        {submission && (
          <Step title={say("submitTitle")} text={say("submitText", { merchant: merchant.name })}>
            <SubmitWork page={page} submission={submission} words={words} />
          </Step>
        )}
        {claim && (
          <Step title={say("claimTitle")} text={say("claimText")}>
            <ClaimPayment page={page} claim={claim} words={words} />
          </Step>
        )}
      </main>
      <HostedFooter
        merchant={merchant}
        say={hosted}
        className="mx-auto flex w-full max-w-2xl px-5 py-6 sm:px-1"
      />
    </div>
  );
}

function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="mt-8 border-line border-t pt-6">
      <h2 className="font-semibold">{title}</h2>
      <p className="mt-1 text-pretty text-muted text-sm">{text}</p>
      {children}
    </section>
  );
}

function introOf(page: Page, say: SayJob): string {
  const { merchant, submission } = page;
  const day = new Intl.DateTimeFormat("en", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  const at = (iso: string) => `${day.format(new Date(iso))} UTC`;
  const facts = {
    merchant: merchant.name,
    submitBy: at(page.submitBy),
    expiresAt: at(page.expiresAt),
  };
  const state = jobStateOf(page);
  if (state === "funded" && submission === null) return say("lateIntro", facts);
  return say(`${state}Intro`, facts);
}

function Details({ page, say, locale }: Pick<Props, "page" | "say" | "locale">) {
  const { merchant, network, deliverable, transaction } = page;
  const at = (iso: string) => <LocalTime iso={iso} shape="full" locale={locale} />;
  return (
    <dl className="mt-8 grid gap-x-8 gap-y-5 border-line border-t pt-6 text-sm sm:grid-cols-2">
      <Entry name={say("work")} wide>
        <span className="whitespace-pre-line">{page.description}</span>
      </Entry>
      <Entry name={say("vendor")} wide>
        <Hex text={page.vendor} />
      </Entry>
      <Entry name={say("evaluator")} wide>
        {page.isJudgedByMerchant ? (
          say("judgedByMerchant", { merchant: merchant.name })
        ) : (
          <Hex text={page.evaluator} />
        )}
      </Entry>
      <Entry name={say("submitBy")}>{at(page.submitBy)}</Entry>
      <Entry name={say("expires")}>{at(page.expiresAt)}</Entry>
      <Entry name={say("network")}>{network.label}</Entry>
      {deliverable && (
        <Entry name={say("deliverable")} wide>
          <Hex text={deliverable} />
        </Entry>
      )}
      {transaction && (
        <Entry name={say("transaction")} wide>
          {transaction.url ? (
            <a href={transaction.url} className="underline" rel="noreferrer">
              <Hex text={transaction.hash} />
            </a>
          ) : (
            <Hex text={transaction.hash} />
          )}
        </Entry>
      )}
    </dl>
  );
}

const Hex = ({ text }: { text: string }) => (
  <span translate="no" className="break-all font-mono">
    {text}
  </span>
);

interface EntryProps {
  name: string;
  wide?: boolean;
  children: ReactNode;
}

function Entry({ name, wide = false, children }: EntryProps) {
  return (
    <div className={`min-w-0 ${wide ? "sm:col-span-2" : ""}`}>
      <dt className="text-muted">{name}</dt>
      <dd dir="auto" className="mt-1 break-words font-medium">
        {children}
      </dd>
    </div>
  );
}
