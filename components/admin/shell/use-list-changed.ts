"use client";

import { useQueryClient } from "@tanstack/react-query";
import { scopeKey } from "@/components/dashboard/data/query-keys";
import { useActing } from "@/components/dashboard/shell/acting-context";

/** Has a list, or what an endpoint without parameters answers, read anew. @param path of the endpoint */
export function useListChanged(path: string): () => Promise<void> {
  const client = useQueryClient();
  const acting = useActing();
  return async () => {
    for (const kind of ["list", "answer"]) {
      await client.invalidateQueries({ queryKey: [...scopeKey(acting), kind, path] });
    }
  };
}
