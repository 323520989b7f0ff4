import { HostedFooter } from "@/components/hosted/hosted-footer";
import type { SayHosted } from "@/components/hosted/words/hosted/hosted-words";
import type { SayPay } from "@/components/hosted/words/pay/pay-words";
import { Fact, Facts } from "@/components/ui/facts";
import { BackIcon } from "@/components/ui/icons";
import { LargeAmount } from "@/components/ui/money/amount";
import { LocalTime } from "@/components/ui/time/local-time";
import { TimeLeft } from "@/components/ui/time/time-left";
import type { PayPage } from "@/lib/contract/payments/hosted-pay";
import { Description } from "./description";
import { MerchantMark } from "./merchant-mark";
import { SummaryDetails } from "./summary-details";
import { stateHeading } from "./title-of";

interface Props {
  page: PayPage;
  say: SayPay;
  hosted: SayHosted;
  locale: string;
}

/**
 * Who is paid, how much, where and until when: in sight before any wallet opens. What is only true
 * while nothing is paid hides by the page's `data-unpaid`.
 */
export function PaySummary({ page, say, hosted, locale }: Props) {
  const { merchant, description } = page;
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
            <p dir="auto" className="wrap-anywhere min-w-0 flex-1 font-medium">
              {merchant.name}
            </p>
            <CancelLink page={page} say={say} className="-mr-2 lg:hidden" short />
          </div>
          <h1 className="mt-5 group-data-[compact=true]/pay:max-lg:mt-2 lg:mt-9">
            <span className="sr-only group-data-[unpaid=false]/pay:hidden">
              {say("payTo", { merchant: merchant.name })}:{" "}
            </span>
            <span className="sr-only group-data-[unpaid=true]/pay:hidden">
              <span id="pay-state">{stateHeading(page, say)}</span>.{" "}
              {say("paymentTo", { merchant: merchant.name })}:{" "}
            </span>
            <LargeAmount
              amount={page.amount}
              currency={page.currency}
              decimals={page.decimals}
              locale={locale}
              className="group-data-[compact=true]/pay:max-lg:text-3xl"
            />
          </h1>
          <SummaryDetails>
            {description && <Description text={description} say={say} />}
            <SummaryFacts page={page} say={say} locale={locale} />
          </SummaryDetails>
          <CancelLink page={page} say={say} className="-ml-2 mt-6 self-start max-lg:hidden" />
        </header>
        <HostedFooter
          merchant={page.merchant}
          say={hosted}
          className="mt-auto hidden pt-16 lg:flex"
        />
      </div>
    </div>
  );
}

function SummaryFacts({ page, say, locale }: Omit<Props, "hosted">) {
  return (
    <Facts className="mt-5 border-line border-t lg:mt-8 print:hidden">
      <Fact name={say("network")}>{page.network.label}</Fact>
      <Fact name={say("networkFee")}>{say("networkFeeNone")}</Fact>
      <Fact name={say("payBefore")} className="group-data-[unpaid=false]/pay:hidden">
        <LocalTime iso={page.expiresAt} shape="short" locale={locale} />
        <span className="ml-2 inline-block font-normal text-muted tabular-nums lg:ml-0 lg:block">
          <TimeLeft
            until={page.expiresAt}
            serverNow={page.status.asOf}
            locale={locale}
            words={say("timeLeft", { time: "{time}" })}
          />
        </span>
      </Fact>
    </Facts>
  );
}

interface CancelProps {
  page: PayPage;
  say: SayPay;
  className: string;
  short?: boolean;
}

function CancelLink({ page, say, className, short = false }: CancelProps) {
  if (!page.cancelUrl) return null;
  const label = say("cancelPayment", { merchant: page.merchant.name });
  return (
    <a
      href={page.cancelUrl}
      aria-label={label}
      className={`inline-flex min-h-11 items-center gap-1.5 rounded-lg px-2 text-muted text-sm hover:text-ink group-data-[unpaid=false]/pay:hidden ${className}`}
    >
      <BackIcon className="size-4" />
      {short ? say("cancel") : label}
    </a>
  );
}
