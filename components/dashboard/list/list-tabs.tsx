"use client";

import type { MouseEvent } from "react";
import type { QueryChange } from "@/components/dashboard/shell/change-address";
import { TabLinks } from "@/components/ui/tab-links";
import type { ListQuery, ObjectWithId } from "@/lib/client/read-page";
import type { ListDeclaration } from "./list-declaration";

interface Props<Row extends ObjectWithId> {
  list: ListDeclaration<Row>;
  query: ListQuery;
  hrefFor(change: QueryChange): string;
  change(change: QueryChange): void;
}

/** A tab for each value of a parameter. Each has an address; a plain click does not load the page anew. */
export function ListTabs<Row extends ObjectWithId>({ list, query, hrefFor, change }: Props<Row>) {
  const { tabs, noun } = list;
  if (!tabs) return null;
  const current = query[tabs.name] ?? "";
  const all = [{ value: "", label: "All" }, ...tabs.values];
  const choose = (event: MouseEvent, value: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    change({ [tabs.name]: value });
  };
  return (
    <TabLinks
      label={`Kinds of ${noun}`}
      tabs={all.map(({ value, label }) => ({
        name: label,
        href: hrefFor({ [tabs.name]: value }),
        isCurrent: value === current,
        onClick: (event: MouseEvent) => choose(event, value),
      }))}
    />
  );
}
