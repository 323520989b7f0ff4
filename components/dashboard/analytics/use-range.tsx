import type { MouseEvent } from "react";
import { useListQuery } from "@/components/dashboard/list/use-list-query";
import { TabLinks } from "@/components/ui/tab-links";
import { useDay } from "@/components/ui/use-day";

const DAY_MS = 86_400_000;
const ranges = [
  { value: "7", name: "7 days" },
  { value: "30", name: "30 days" },
  { value: "90", name: "90 days" },
  { value: "365", name: "12 months" },
] as const;
const usual = "30";

/** The first of so many days (UTC), of which today is the last. */
export const firstDay = (days: number, now: number) =>
  new Date(now - (days - 1) * DAY_MS).toISOString().slice(0, 10);

/**
 * The range of a page's figures, which its address keeps: the first day, as `2026-04-27`, and the tabs to choose by.
 * @param now the server's clock, milliseconds
 */
export function useRange(now: number) {
  const { query, change, hrefFor } = useListQuery(["range"]);
  const range = ranges.find(({ value }) => value === query.range)?.value ?? usual;
  const choose = (event: MouseEvent, value: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    change({ range: value });
  };
  const tabs = ranges.map(({ value, name }) => ({
    name,
    href: hrefFor({ range: value }),
    isCurrent: value === range,
    onClick: (event: MouseEvent) => choose(event, value),
  }));
  return {
    from: firstDay(Number(range), useDay(now)),
    tabs: <TabLinks label="Period" tabs={tabs} />,
  };
}
