"use client";

import { TopCustomers } from "@/components/dashboard/analytics/top-customers";
import { useListQuery } from "@/components/dashboard/list/use-list-query";
import { useDay } from "@/components/ui/use-day";
import { AtRisk } from "./at-risk";
import { Balances } from "./balances";
import { Overview } from "./overview";
import { periodOf, periodParameters } from "./period";
import { PeriodChoice } from "./period-choice";
import { Volume } from "./volume";

/** The figures of a period that the address names. @param now the server's clock, milliseconds */
export function HomeFigures({ now }: { now: number }) {
  const { query, change, hrefFor } = useListQuery(periodParameters);
  const period = periodOf(query, useDay(now));
  return (
    <>
      <PeriodChoice {...{ period, change, hrefFor }} />
      <Overview period={period} />
      <div className="grid min-w-0 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <Volume period={period} />
        <div className="grid min-w-0 gap-5">
          <Balances />
          <AtRisk />
        </div>
      </div>
      <TopCustomers />
    </>
  );
}
