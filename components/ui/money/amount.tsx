import { formatAmount, formatNumber } from "@/lib/core/amounts/format-amount";

interface Props {
  /** Digits in the token's smallest unit. */
  amount: string;
  currency: string;
  decimals: number;
  locale: string;
}

/** An amount within text: digits of one width, on one line unless it is longer than a line. */
export function Amount({ locale, ...money }: Props) {
  return <span className="wrap-anywhere tabular-nums">{formatAmount(money, locale)}</span>;
}

/** The amount that a page is about. It shrinks so that long ones stay on a phone's screen. */
export function LargeAmount(props: Props & { className?: string }) {
  const { amount, currency, decimals, locale, className = "" } = props;
  const number = formatNumber(amount, decimals, locale);
  const size = number.length > 14 ? "text-3xl" : "text-[2.75rem] sm:text-5xl";
  return (
    <span className={`block font-semibold tabular-nums tracking-tight ${size} ${className}`}>
      <span className="break-all">{number}</span>
      {"\u00a0"}
      <span className="font-medium text-[0.45em] text-muted tracking-normal">{currency}</span>
    </span>
  );
}
