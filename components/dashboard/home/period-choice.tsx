"use client";

import { type MouseEvent, useId } from "react";
import { CommittedInput } from "@/components/dashboard/list/committed-input";
import type { QueryChange } from "@/components/dashboard/shell/change-address";
import { TabLinks } from "@/components/ui/tab-links";
import { lastDayOf, type PeriodName, periods, type ShownPeriod } from "./period";

interface Props {
  period: ShownPeriod;
  hrefFor(change: QueryChange): string;
  change(change: QueryChange): void;
}

/** Chooses the period of Home, which the address keeps: a tab for each, and two days for a custom one. */
export function PeriodChoice({ period, hrefFor, change }: Props) {
  const { first, last } = period.refused ?? { first: period.from, last: lastDayOf(period) };
  const days = { from: first, to: last };
  const wish = (value: PeriodName): QueryChange =>
    value === "custom" ? { range: value, ...days } : { range: value, from: null, to: null };
  const choose = (event: MouseEvent, value: PeriodName) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    change(wish(value));
  };
  return (
    <div className="grid min-w-0 gap-3">
      <TabLinks
        label="Period"
        tabs={periods.map(({ value, name }) => ({
          name,
          href: hrefFor(wish(value)),
          isCurrent: value === period.name,
          onClick: (event: MouseEvent) => choose(event, value),
        }))}
      />
      {period.name === "custom" && (
        <div className="flex flex-wrap gap-3">
          <DayField
            label="First day"
            value={days.from}
            onChange={(from) => change({ range: "custom", ...days, from })}
          />
          <DayField
            label="Last day"
            value={days.to}
            onChange={(to) => change({ range: "custom", ...days, to })}
          />
        </div>
      )}
      {period.refused && (
        <p role="status" className="text-bad text-sm">
          Choose a first day before the last one, at most 366 days apart. Showing the last 30 days.
        </p>
      )}
    </div>
  );
}

function DayField(props: { label: string; value: string; onChange(day: string): void }) {
  const { label, value, onChange } = props;
  const id = useId();
  return (
    <div className="text-xs">
      <label htmlFor={id} className="text-muted">
        {label}
      </label>
      <CommittedInput
        id={id}
        type="date"
        value={value}
        isOptional={false}
        onCommit={onChange}
        className="mt-1 block min-h-11 rounded-xl border border-edge bg-canvas px-3 text-base sm:min-h-9 sm:text-sm"
      />
    </div>
  );
}
