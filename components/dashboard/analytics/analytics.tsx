"use client";

import { useDay } from "@/components/ui/use-day";
import { ChurnSection } from "./churn";
import { ConversionSection } from "./conversion";
import { ForecastSection } from "./forecast";
import { RecurringRevenue } from "./recurring-revenue";
import { TopCustomers } from "./top-customers";
import { firstDay, useRange } from "./use-range";

/** Churn is shown by month, of a year, beside any range. */
const CHURN_DAYS = 365;

/** How sales and subscriptions go. The range is in the address. @param now the server's clock, milliseconds */
export function Analytics({ now }: { now: number }) {
  const { from, tabs } = useRange(now);
  const churnFrom = firstDay(CHURN_DAYS, useDay(now));
  return (
    <div className="grid min-w-0 gap-5">
      {tabs}
      <ConversionSection from={from} />
      <ForecastSection />
      <RecurringRevenue />
      <ChurnSection from={churnFrom} />
      <TopCustomers />
    </div>
  );
}
