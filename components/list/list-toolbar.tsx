"use client";

import { useRef, useState } from "react";
import type { QueryChange } from "@/components/address/change-address";
import { TaskProblem } from "@/components/identity/task-problem";
import { useShortcut } from "@/components/keyboard/use-shortcut";
import { Button } from "@/components/ui/button";
import { ChevronIcon } from "@/components/ui/icons";
import { DownloadIcon } from "@/components/ui/work-icons";
import type { Identified, ListQuery } from "@/lib/client/read-page";
import { FilterField } from "./filter-field";
import type { ListDeclaration } from "./list-declaration";
import { useExport } from "./use-export";

interface Props<Row extends Identified> {
  list: ListDeclaration<Row>;
  query: ListQuery;
  /** The query with what is always sent. */
  asked: ListQuery;
  change(change: QueryChange): void;
}

/** A list's filters, and all of it as a file. */
export function ListToolbar<Row extends Identified>({ list, query, asked, change }: Props<Row>) {
  const ref = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { busy, problem, save } = useExport(list, asked);
  useShortcut({
    key: "/",
    label: "Filter",
    run: () => ref.current?.querySelector<HTMLElement>("input, select")?.focus(),
  });
  useShortcut({ key: "e", label: "Export as CSV", run: list.hasCsv ? save : null });
  if (list.filters.length === 0 && !list.hasCsv) return null;
  const set = list.filters.filter(({ name }) => query[name] !== undefined).length;
  return (
    <div className="flex flex-wrap items-end justify-between gap-2">
      <div ref={ref} className={`min-w-0 flex-1 ${isOpen ? "max-sm:basis-full" : ""}`}>
        {list.filters.length > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-11 items-center gap-2 text-sm sm:hidden"
          >
            <ChevronIcon className={`size-4 transition-transform ${isOpen ? "rotate-90" : ""}`} />
            {set > 0 ? `Filters (${set})` : "Filters"}
          </button>
        )}
        <div className={`flex-wrap items-end gap-2 sm:flex ${isOpen ? "flex" : "hidden"}`}>
          {list.filters.map((filter) => (
            <FilterField
              key={filter.name}
              filter={filter}
              value={query[filter.name] ?? ""}
              onChange={(value) => change({ [filter.name]: value })}
            />
          ))}
        </div>
      </div>
      {list.hasCsv && (
        <Button look="secondary" busy={busy} onClick={save}>
          <DownloadIcon className="size-4" />
          Export CSV
        </Button>
      )}
      {problem && (
        <div className="basis-full">
          <TaskProblem problem={problem} />
        </div>
      )}
    </div>
  );
}
