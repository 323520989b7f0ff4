"use client";

import { useQuery } from "@tanstack/react-query";
import { useActing } from "@/components/dashboard/shell/acting-context";
import { type ObjectWithId, readObject } from "@/lib/client/read-page";
import { objectKey, type QuerySubject } from "./query-keys";

/** An object, as the server read it with the page. */
export interface FirstObject<Shape extends ObjectWithId> {
  readonly object: Shape;
  /** Milliseconds since 1970. */
  readonly readAt: number;
}

interface ObjectRequest<Shape extends ObjectWithId> {
  /** Of the endpoint that reads it, with `{id}`. */
  readonly path: string;
  readonly id: string;
  readonly shown: QuerySubject;
  readonly first: FirstObject<Shape> | null;
  /** Asks again after so many milliseconds, for what no event tells of; they may depend on the object. */
  readonly everyMs?: number | false | ((object: Shape | undefined) => number | false);
}

/** One object of the API; it changes on the page as it changes. */
export function useObject<Shape extends ObjectWithId>(asked: ObjectRequest<Shape>) {
  const { path, id, shown, first, everyMs = false } = asked;
  const acting = useActing();
  return useQuery({
    queryKey: objectKey(acting, path, id),
    queryFn: ({ signal }) => readObject<Shape>(acting, path, id, signal),
    ...(first ? { initialData: first.object, initialDataUpdatedAt: first.readAt } : {}),
    refetchInterval: typeof everyMs === "function" ? ({ state }) => everyMs(state.data) : everyMs,
    meta: { shown },
  });
}
