"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useActing } from "@/components/dashboard/shell/acting-context";
import {
  type ListedPage,
  type ListQuery,
  type ObjectWithId,
  readPage,
} from "@/lib/client/read-page";
import { listKey, type QuerySubject } from "./query-keys";

/** The first page of a list, as the server read it with the page. */
export interface FirstPage<Row extends ObjectWithId> {
  /** The filters that it was read with. */
  readonly query: ListQuery;
  readonly page: ListedPage<Row>;
  /** Milliseconds since 1970. */
  readonly readAt: number;
}

interface ListRequest<Row extends ObjectWithId> {
  readonly path: string;
  readonly shown: QuerySubject;
  readonly query: ListQuery;
  readonly first: FirstPage<Row> | null;
}

const NONE = "";

/** A list of the API by pages, in its own order. What was shown stays until other filters' rows have come. */
export function useList<Row extends ObjectWithId>({ path, shown, query, first }: ListRequest<Row>) {
  const acting = useActing();
  const isRead = first !== null && isSame(first.query, query);
  return useInfiniteQuery({
    queryKey: listKey(acting, path, query),
    queryFn: ({ pageParam, signal }) =>
      readPage<Row>(
        acting,
        path,
        pageParam === NONE ? query : { ...query, cursor: pageParam },
        signal,
      ),
    initialPageParam: NONE,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    ...(isRead ? { initialData: { pages: [first.page], pageParams: [NONE] } } : {}),
    ...(isRead ? { initialDataUpdatedAt: first.readAt } : {}),
    meta: { shown },
  });
}

function isSame(one: ListQuery, other: ListQuery): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  );
}
