"use client";

import { type ReactNode, useRef, useState } from "react";
import { TaskProblem } from "@/components/account/task-problem";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { type FirstPage, useList } from "@/components/dashboard/data/use-list";
import { RequestExample } from "@/components/dashboard/developers/request-example";
import { useShortcut } from "@/components/dashboard/keyboard/use-shortcut";
import { useActing } from "@/components/dashboard/shell/acting-context";
import type { QueryChange } from "@/components/dashboard/shell/change-address";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ChevronIcon } from "@/components/ui/icons";
import { LinkButton } from "@/components/ui/link-button";
import { DownloadIcon } from "@/components/ui/work-icons";
import type { ListQuery, ObjectWithId } from "@/lib/client/read-page";
import { counted } from "./counted";
import { FilterField } from "./filter-field";
import { type ListDeclaration, parametersOf } from "./list-declaration";
import { ListRows } from "./list-rows";
import { ListSkeleton } from "./list-skeleton";
import { ListTabs } from "./list-tabs";
import { useExport } from "./use-export";
import { useListQuery } from "./use-list-query";

interface ListToolbarProps<Row extends ObjectWithId> {
  list: ListDeclaration<Row>;
  query: ListQuery;
  /** The query with what is always sent. */
  asked: ListQuery;
  change(change: QueryChange): void;
}

/** A list's filters, and all of it as a file. */
function ListToolbar<Row extends ObjectWithId>({
  list,
  query,
  asked,
  change,
}: ListToolbarProps<Row>) {
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

interface CommonProps<Row extends ObjectWithId> {
  list: ListDeclaration<Row>;
  /** As the server read it. */
  first: FirstPage<Row> | null;
}

type Props<Row extends ObjectWithId> = CommonProps<Row> &
  (
    | {
        /** What to do where there are none yet. */
        emptyAction: ReactNode;
        isPart?: false;
      }
    /** Instead of the address's page, for a list within a page: no filters, no tabs. */
    | { emptyAction?: undefined; isPart: true }
  );

/** A list with its tabs, filters and pages. */
export function ListView<Row extends ObjectWithId>(props: Props<Row>) {
  const { list, first, isPart = false } = props;
  const names = isPart ? [] : parametersOf(list);
  const { query, change, hrefFor } = useListQuery(names);
  const asked = { ...list.fixed, ...query };
  const found = useList<Row>({ path: list.path, shown: list.shown, query: asked, first });
  const rows = found.data?.pages.flatMap(({ data }) => data) ?? [];
  // A page may be short, or empty, though others follow.
  const hasMore = found.data !== undefined && found.data.pages.at(-1)?.nextCursor !== null;
  const isFiltered = Object.keys(query).length > 0;
  const loadMore = async () => {
    // What was being read is given up for it.
    const wasReading = found.isFetching;
    await found.fetchNextPage();
    if (wasReading) await found.refetch();
  };
  return (
    <div className="grid min-w-0 gap-4">
      {!isPart && list.tabs && (
        <ListTabs list={list} query={query} hrefFor={hrefFor} change={change} />
      )}
      {!isPart && (rows.length > 0 || isFiltered || !found.data) && (
        <ListToolbar list={list} query={query} asked={asked} change={change} />
      )}
      <QueryProblem problem={found.error} onRetry={() => void found.refetch()} />
      {found.isPending && !found.error && <ListSkeleton noun={list.noun} />}
      {found.data && rows.length === 0 && !hasMore && (
        <NoRows {...props} isFiltered={isFiltered} onClear={() => change(cleared(names))} />
      )}
      {rows.length > 0 && (
        <div
          aria-busy={found.isPlaceholderData}
          className="transition-opacity delay-200 aria-busy:opacity-50"
        >
          <ListRows list={list} rows={rows} isPart={isPart} />
        </div>
      )}
      {(rows.length > 0 || hasMore) && (
        <ListFoot
          noun={list.noun}
          count={rows.length}
          hasMore={hasMore}
          isOld={found.isPlaceholderData}
          busy={found.isFetchingNextPage}
          onMore={() => void loadMore()}
        />
      )}
    </div>
  );
}

const cleared = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));

function NoRows<Row extends ObjectWithId>(
  props: Props<Row> & { isFiltered: boolean; onClear(): void },
) {
  const { list, isFiltered, onClear, emptyAction, isPart } = props;
  const { mode, hasModes = true } = useActing();
  if (isPart) return <p className="text-muted text-sm">{list.empty}</p>;
  if (isFiltered) {
    return (
      <EmptyState
        action={
          <span className="flex justify-center">
            <LinkButton onClick={onClear}>Clear filters</LinkButton>
          </span>
        }
      >
        No {list.noun} match these filters{hasModes && ` in ${mode} mode`}.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={emptyAction}
      snippet={list.example && <RequestExample label="From code" request={list.example} />}
    >
      {list.empty}
    </EmptyState>
  );
}

interface FootProps {
  noun: string;
  count: number;
  hasMore: boolean;
  /** The rows are of other filters, until those of these have come. */
  isOld: boolean;
  busy: boolean;
  onMore(): void;
}

function ListFoot({ noun, count, hasMore, isOld, busy, onMore }: FootProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-muted text-sm">
      <p role="status" className="tabular-nums">
        {hasMore ? `${counted(count, noun)} shown` : counted(count, noun)}
      </p>
      {hasMore && (
        <Button look="secondary" busy={busy} blocked={isOld} onClick={onMore}>
          Load more
        </Button>
      )}
    </div>
  );
}
