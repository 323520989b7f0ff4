import { useWalletPay } from "@/components/hosted/pay/use-wallet-pay";
import { Fact, Facts } from "@/components/ui/facts";
import { formatAmount } from "@/lib/core/amounts/format-amount";
import { calendarDay, dayInWords } from "@/lib/core/time/calendar-day";
import { useBatchWords } from "./batch/use-batch-words";
import { chargesWords, intervalWords } from "./interval-words";
import { useSubscribing } from "./subscribe-context";

/** The dates of a subscription that begins now, by the merchant's calendar. */
export function useMandateDates() {
  const { locale } = useWalletPay();
  const { plan, own } = useSubscribing();
  const signedAt = own.request ? Number(own.request.signed.startAt) * 1_000 : null;
  const startMs = signedAt ?? Date.parse(own.check?.startAt ?? plan.asOf);
  const after = (periods: number) => {
    const at = new Date(startMs + periods * plan.intervalSeconds * 1_000);
    return dayInWords(calendarDay(at, plan.merchant.timeZone), locale);
  };
  return { start: after(0), next: after(1), end: after(plan.cycles) };
}

/** What begins with these signatures, for this wallet: a trial is had once. */
export function MandateTerms() {
  const { locale, amount } = useWalletPay();
  const { plan, own, words } = useSubscribing();
  const dates = useMandateDates();
  const isDue = own.check?.dueNow !== "0" && !own.check?.follows;
  const cap = formatAmount({ ...plan, amount: plan.cap }, locale);
  return (
    <Facts className="rounded-2xl border border-line bg-raised px-4 py-1.5">
      <Fact name={words("price")}>
        {amount} {intervalWords(plan, words)}
      </Fact>
      {isDue && plan.trialDays > 0 && <Fact name={words("trial")}>{words("trialUsed")}</Fact>}
      <Fact name={words("firstCharge")}>
        {isDue ? words("today", { date: dates.start }) : dates.start}
      </Fact>
      {plan.cycles > 1 && <Fact name={words("thenCharge")}>{dates.next}</Fact>}
      <Fact name={words("allowed")}>
        {cap}, {chargesWords(plan.cycles, words)}
      </Fact>
    </Facts>
  );
}

interface SentenceProps {
  button: string;
  /** Another button that means the same. */
  other?: string | null;
}

/** What choosing the button means. */
export function MandateSentence({ button, other }: SentenceProps) {
  const { page, amount } = useWalletPay();
  const { plan, words } = useSubscribing();
  const sayBatch = useBatchWords();
  const { end } = useMandateDates();
  const blanks = {
    button,
    merchant: page.merchant.name,
    amount,
    interval: intervalWords(plan, words),
    end,
  };
  return (
    <p className="text-pretty text-muted text-sm">
      {other ? sayBatch("mandate", { ...blanks, other }) : words("mandate", blanks)}
    </p>
  );
}
