import { currencyDecimals } from "@/lib/core/amounts/money";
import { Amount } from "./amount";

/** An estimate or a normalised figure: two decimals, rounded down. Money that is or will be paid is exact. */
export const Estimate = ({ amount, currency }: { amount: string; currency: string }) => (
  <Amount
    amount={amount}
    currency={currency}
    decimals={currencyDecimals}
    mostDecimals={2}
    locale="en"
  />
);
