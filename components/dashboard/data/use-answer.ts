"use client";

import { useQuery } from "@tanstack/react-query";
import { useActing, useApi } from "@/components/dashboard/shell/acting-context";
import type { Route } from "@/lib/client/call";
import type { Endpoint, SentInput } from "@/lib/contract/endpoint";
import { type QuerySubject, scopeKey } from "./query-keys";

interface Options {
  /** Whose events change the answer. */
  readonly shown?: QuerySubject;
  /** Asks again after so many milliseconds, for what no event tells of. */
  readonly everyMs?: number | false;
  readonly enabled?: boolean;
}

/** The query key prefix of all answers of an endpoint, for any input. */
export const answerKey = (acting: Parameters<typeof scopeKey>[0], path: string) =>
  [...scopeKey(acting), "answer", path] as const;

/** What an endpoint answers that is neither a list nor an object by id. */
export function useAnswer<E extends Endpoint>(
  route: Route<E>,
  input: SentInput<E>,
  { shown, everyMs = false, enabled = true }: Options = {},
) {
  const acting = useActing();
  const api = useApi();
  return useQuery({
    queryKey: [...answerKey(acting, route.path), input],
    queryFn: ({ signal }) => api<E>(route, input, { signal }),
    refetchInterval: everyMs,
    enabled,
    ...(shown ? { meta: { shown } } : {}),
  });
}
