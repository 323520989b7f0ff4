"use client";

import { useQueryClient } from "@tanstack/react-query";
import { scopeKey } from "@/components/dashboard/data/query-keys";
import { useActing } from "@/components/dashboard/shell/acting-context";
import { adminsPath } from "./admin-shapes";

/** Has the list of admin users read anew. */
export function useAdminsChanged(): () => void {
  const client = useQueryClient();
  const acting = useActing();
  return () =>
    void client.invalidateQueries({ queryKey: [...scopeKey(acting), "list", adminsPath] });
}
