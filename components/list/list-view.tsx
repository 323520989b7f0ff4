"use client";

import type { ReactNode } from "react";
import { useActing } from "@/components/dashboard/acting-context";
import { QueryProblem } from "@/components/data/query-problem";
import { type FirstPage, useList } from "@/components/data/use-list";
import { RequestExample } from "@/components/developers/request-example";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import type { Identified } from "@/lib/client/read-page";
import { counted } from "./counted";
import { type ListDeclaration, parametersOf } from "./list-declaration";
import { ListRows } from "./list-rows";
import { ListSkeleton } from "./list-skeleton";
import { ListTabs } from "./list-tabs";
import { ListToolbar } from "./list-toolbar";
import { useListQuery } from "./use-list-query";

interface Shared<Row extends Identified> {
  list: ListDeclaration<Row>;
  /** As the server read it. */
  first: FirstPage<Row> | null;
}

type Props<Row extends Identified> = Shared<Row> &
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
export function ListView<Row extends Identified>(props: Props<Row>) {
  const { list, first, isPart = false } = props;
  const names = isPart ? [] : parametersOf(list);
  const { query, change, hrefFor } = useListQuery(names);
  const asked = { ...list.fixed, ...query };
  const found = useList<Row>({ path: list.path, shown: list.shown, query: asked, first });
  const rows = found.data?.pages.flatMap(({ data }) => data) ?? [];
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
      {found.data && rows.length === 0 && (
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
      {rows.length > 0 && (
        <ListFoot
          noun={list.noun}
          count={rows.length}
          hasMore={found.data?.pages.at(-1)?.nextCursor !== null}
          isOld={found.isPlaceholderData}
          busy={found.isFetchingNextPage}
          onMore={() => void loadMore()}
        />
      )}
    </div>
  );
}

const cleared = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));

function NoRows<Row extends Identified>(
  props: Props<Row> & { isFiltered: boolean; onClear(): void },
) {
  const { list, isFiltered, onClear, emptyAction, isPart } = props;
  const { mode } = useActing();
  if (isPart) return <p className="text-muted text-sm">{list.empty}</p>;
  if (isFiltered) {
    return (
      <EmptyState
        action={
          <span className="flex justify-center">
            <LinkButton onClick={onClear}>Clear the filters</LinkButton>
          </span>
        }
      >
        No {list.noun} match these filters in {mode} mode.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={emptyAction}
      snippet={<RequestExample label="From code" request={list.example} />}
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
        <Button look="secondary" busy={busy} disabled={isOld} onClick={onMore}>
          Load more
        </Button>
      )}
    </div>
  );
}
