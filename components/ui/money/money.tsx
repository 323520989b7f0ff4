import { currencyDecimals } from "@/lib/core/amounts/money";
import { Amount } from "./amount";

/** An amount of a currency that Stipend settles in, as the dashboard shows it. */
export const Money = ({ amount, currency }: { amount: string; currency: string }) => (
  <Amount amount={amount} currency={currency} decimals={currencyDecimals} locale="en" />
);
