import { formatAmount, formatNumber } from "@/lib/core/amounts/format-amount";

interface Props {
  /** Digits in the token's smallest unit. */
  amount: string;
  currency: string;
  decimals: number;
  locale: string;
  /** Rounds down to so many decimals. */
  mostDecimals?: number;
}

/** An amount within text: digits of one width, on one line unless it is longer than a line. */
export function Amount({ locale, ...money }: Props) {
  return (
    <span translate="no" className="wrap-anywhere inline-block tabular-nums">
      {formatAmount(money, locale)}
    </span>
  );
}

/** By how many characters a number has: it stays on one line of a phone, also with text of twice the size. */
const sizes = [
  { most: 9, look: "whitespace-nowrap text-[min(2.75rem,13vw)] sm:text-5xl" },
  { most: 14, look: "text-[min(2.75rem,9vw)]" },
  { most: 24, look: "text-[min(1.875rem,5.5vw)]" },
] as const;

/** The amount that a page is about. It shrinks so that its number is never broken. */
export function LargeAmount(props: Omit<Props, "mostDecimals"> & { className?: string }) {
  const { amount, currency, decimals, locale, className = "" } = props;
  const number = formatNumber(amount, decimals, locale);
  const { length } = number;
  const size =
    sizes.find(({ most }) => length <= most)?.look ?? "break-all text-[min(1.875rem,5.5vw)]";
  return (
    <span
      translate="no"
      className={`block font-semibold tabular-nums tracking-tight ${size} ${className}`}
    >
      {number}
      {"\u00a0"}
      <span className="font-medium text-[0.45em] text-muted tracking-normal">{currency}</span>
    </span>
  );
}
