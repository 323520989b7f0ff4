"use client";

import { useState } from "react";
import { useActing } from "@/components/dashboard/acting-context";
import { problemOf } from "@/components/identity/problem-of";
import { showToast } from "@/components/ui/toast";
import { downloadCsv } from "@/lib/client/download-csv";
import type { ListQuery } from "@/lib/client/read-page";

/** Stores all of a list, with the filters of the page, as a CSV file. */
export function useExport({ path, noun }: { path: string; noun: string }, query: ListQuery) {
  const acting = useActing();
  const [busy, setBusy] = useState(false);
  const run = () => {
    setBusy(true);
    const day = new Date().toISOString().slice(0, 10);
    const name = `${noun.replaceAll(" ", "-")}-${acting.mode}-${day}.csv`;
    downloadCsv(acting, { path, query, name })
      .then(
        () => showToast(`${name} is stored.`),
        (error: unknown) => showToast(`Not exported. ${problemOf(error).text}`),
      )
      .finally(() => setBusy(false));
  };
  return { busy, run };
}
