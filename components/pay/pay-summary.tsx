import { LargeAmount } from "@/components/money/amount";
import { formatDuration } from "@/components/time/format-duration";
import { LocalTime } from "@/components/time/local-time";
import { useNow } from "@/components/time/use-now";
import { Fact, Facts } from "@/components/ui/facts";
import { BackIcon } from "@/components/ui/icons";
import { StipendMark } from "@/components/ui/stipend-mark";
import { MerchantMark } from "./merchant-mark";
import { usePay } from "./pay-context";
import type { Screen } from "./screen-of";

const TICK_MS = 10_000;
/** Where leaving for the merchant is offered beside the payment, not by it. */
const leavable = new Set<Screen>([
  "looking",
  "choose",
  "no_wallet",
  "connecting",
  "connect_refused",
  "wrong_network",
  "checking",
  "blocked",
  "cannot_sign",
  "insufficient",
  "confirm",
  "refused",
]);

/** Who is paid, how much, where and until when: in sight before any wallet opens. */
export function PaySummary() {
  const { page, screen, say, locale } = usePay();
  const { merchant, description } = page;
  return (
    <header className="relative isolate overflow-hidden bg-panel px-5 pt-5 pb-7 sm:px-8 lg:flex lg:min-h-dvh lg:justify-end lg:px-16 lg:pt-28 lg:pb-10 xl:px-24 print:min-h-0 print:pb-2">
      <div
        aria-hidden="true"
        className="guilloche -z-10 absolute right-[-35%] bottom-[-50%] size-[34rem] opacity-[0.09] lg:right-auto lg:bottom-[-16rem] lg:left-[-14rem] lg:size-[46rem] print:hidden"
      />
      <div className="mx-auto flex w-full max-w-md flex-col lg:mx-0">
        <div className="flex items-center gap-3">
          <MerchantMark name={merchant.name} />
          <p className="min-w-0 truncate font-medium">{merchant.name}</p>
        </div>
        <h1 className="mt-6 lg:mt-10">
          <span className="sr-only">{say("payTo", { merchant: merchant.name })}: </span>
          <LargeAmount
            amount={page.amount}
            currency={page.currency}
            decimals={page.decimals}
            locale={locale}
          />
        </h1>
        {description && (
          <p className="mt-2 line-clamp-4 whitespace-pre-line break-words text-muted lg:text-[1.0625rem]">
            {description}
          </p>
        )}
        <SummaryFacts />
        {page.cancelUrl && leavable.has(screen) && (
          <a
            href={page.cancelUrl}
            className="-ml-2 mt-3 inline-flex min-h-11 items-center gap-1.5 self-start rounded-lg px-2 text-muted text-sm hover:text-ink lg:mt-6"
          >
            <BackIcon className="size-4" />
            {say("cancelPayment", { merchant: merchant.name })}
          </a>
        )}
        <Footer className="mt-auto hidden pt-16 lg:flex" />
      </div>
    </header>
  );
}

function SummaryFacts() {
  const { page, screen, say, locale } = usePay();
  const now = useNow(page.status.asOf, TICK_MS);
  const left = (Date.parse(page.expiresAt) - now) / 1000;
  return (
    <Facts className="mt-5 border-line border-t lg:mt-8 print:hidden">
      <Fact name={say("network")}>{page.network.label}</Fact>
      <Fact name={say("networkFee")}>{say("networkFeeNone")}</Fact>
      {leavable.has(screen) && (
        <Fact name={say("payBefore")}>
          <LocalTime iso={page.expiresAt} shape="short" locale={locale} />
          <span className="block font-normal text-muted tabular-nums">
            {say("timeLeft", { time: formatDuration(left, locale) })}
          </span>
        </Fact>
      )}
    </Facts>
  );
}

/** Help is in the same place in every state. */
export function Footer({ className = "" }: { className?: string }) {
  const { page, say } = usePay();
  const { name, website } = page.merchant;
  return (
    <footer
      className={`flex-wrap items-center justify-between gap-x-6 gap-y-2 text-muted text-sm print:hidden ${className}`}
    >
      <p className="flex items-center gap-1.5">
        <StipendMark className="size-4" />
        {say("poweredBy")}
      </p>
      <p>
        {say("help")}{" "}
        {website ? (
          <a
            href={website}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-6 items-center font-medium text-ink underline decoration-line underline-offset-4 hover:decoration-ink"
          >
            {say("helpLink", { merchant: name })}
          </a>
        ) : (
          say("helpPlain", { merchant: name })
        )}
      </p>
    </footer>
  );
}
