"use client";

import { ChurnSection } from "./churn";
import { ConversionSection } from "./conversion";
import { ForecastSection } from "./forecast";
import { RecurringRevenue } from "./recurring-revenue";
import { TopCustomers } from "./top-customers";
import { useRange } from "./use-range";

/** How sales and subscriptions go. The range is in the address. @param now the server's clock, milliseconds */
export function Analytics({ now }: { now: number }) {
  const { from, tabs } = useRange(now);
  return (
    <div className="grid min-w-0 gap-5">
      {tabs}
      <ConversionSection from={from} />
      <ForecastSection />
      <RecurringRevenue />
      <ChurnSection />
      <TopCustomers />
    </div>
  );
}
