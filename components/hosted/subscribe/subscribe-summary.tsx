import { HostedFooter } from "@/components/hosted/hosted-footer";
import { Description } from "@/components/hosted/pay/description";
import { MerchantMark } from "@/components/hosted/pay/merchant-mark";
import { SummaryDetails } from "@/components/hosted/pay/summary-details";
import type { SayHosted } from "@/components/hosted/words/hosted/hosted-words";
import type { SayPay } from "@/components/hosted/words/pay/pay-words";
import type { SaySubscribe } from "@/components/hosted/words/subscribe/subscribe-words";
import { Fact, Facts } from "@/components/ui/facts";
import { LargeAmount } from "@/components/ui/money/amount";
import { Day } from "@/components/ui/time/day";
import type { SubscribePage } from "@/lib/contract/subscriptions/hosted-subscribe";
import { formatAmount } from "@/lib/core/amounts/format-amount";
import { chargesWords, intervalWords } from "./interval-words";

/** What parts are worded with on the server. */
export interface SubscribeSpeech {
  say: SayPay;
  words: SaySubscribe;
  hosted: SayHosted;
  locale: string;
}

type Props = SubscribeSpeech & { page: SubscribePage };

/** Who charges how much and how often, where, when first, and how much at most: in sight before any wallet opens. */
export function SubscribeSummary(props: Props) {
  const { page, say, words, hosted, locale } = props;
  const { merchant } = page;
  return (
    <div className="relative isolate overflow-hidden bg-panel px-5 pt-5 pb-7 group-data-[compact=true]/pay:max-lg:pt-3 group-data-[compact=true]/pay:max-lg:pb-3 sm:px-8 lg:flex lg:justify-end lg:px-16 lg:pt-28 lg:pb-10 xl:px-24 print:min-h-0 print:pb-2">
      <div
        aria-hidden="true"
        className="guilloche -z-10 absolute top-[-17rem] right-[-17rem] size-[32rem] opacity-[0.09] lg:top-auto lg:right-auto lg:bottom-[-17rem] lg:left-[-17rem] lg:size-[42rem] print:hidden"
      />
      <div className="mx-auto flex w-full max-w-md flex-col lg:mx-0">
        <header className="flex flex-col">
          <div className="flex min-h-11 items-center gap-3">
            <MerchantMark merchant={merchant} alt={hosted("logo", { merchant: merchant.name })} />
            <p dir="auto" className="min-w-0 flex-1 truncate font-medium">
              {merchant.name}
            </p>
          </div>
          <h1 className="mt-5 group-data-[compact=true]/pay:max-lg:mt-2 lg:mt-9">
            <span className="sr-only">
              {words("subscribeTo", { plan: page.name, merchant: merchant.name })}:{" "}
            </span>
            <span aria-hidden="true" dir="auto" className="mb-1 block font-medium text-lg">
              {page.name}
            </span>
            <LargeAmount
              amount={page.amount}
              currency={page.currency}
              decimals={page.decimals}
              locale={locale}
              className="group-data-[compact=true]/pay:max-lg:text-3xl"
            />
            <span className="mt-1 block text-muted">{intervalWords(page, words)}</span>
          </h1>
          <SummaryDetails>
            {page.description && <Description text={page.description} say={say} />}
            <SummaryFacts {...props} />
            <CapNote {...props} />
          </SummaryDetails>
        </header>
        <HostedFooter merchant={merchant} say={hosted} className="mt-auto hidden pt-16 lg:flex" />
      </div>
    </div>
  );
}

function SummaryFacts({ page, say, words, locale }: Props) {
  const now = Date.parse(page.asOf);
  const first = now + page.trialDays * 86_400_000;
  const { timeZone } = page.merchant;
  const date = (ms: number) => (
    <Day iso={new Date(ms).toISOString()} timeZone={timeZone} locale={locale} />
  );
  return (
    <Facts className="mt-5 border-line border-t lg:mt-8 print:hidden">
      {page.trialDays > 0 && (
        <Fact name={words("trial")}>{words("trialDays", { days: String(page.trialDays) })}</Fact>
      )}
      <Fact name={words("firstCharge")} className="group-data-[unpaid=false]/pay:hidden">
        {page.trialDays === 0 && words("today", { date: "" })}
        {date(first)}
      </Fact>
      {page.cycles > 1 && (
        <Fact name={words("thenCharge")} className="group-data-[unpaid=false]/pay:hidden">
          {date(first + page.intervalSeconds * 1_000)}
        </Fact>
      )}
      <Fact name={say("network")}>{page.network.label}</Fact>
      <Fact name={say("networkFee")} className="group-data-[batch=true]/pay:hidden">
        {say("networkFeeNone")}
      </Fact>
    </Facts>
  );
}

/** The cap, and why there is one. */
function CapNote({ page, words, locale }: Props) {
  const charges = chargesWords(page.cycles, words);
  const cap = formatAmount({ ...page, amount: page.cap }, locale);
  const amount = formatAmount(page, locale);
  return (
    <p className="mt-4 text-pretty text-muted text-sm">
      {words("capText", { cap, charges, amount })}{" "}
      {words(page.endsByItself ? "capEnds" : "capHorizon", { charges })}
    </p>
  );
}
