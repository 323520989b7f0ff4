"use client";

import { useTask } from "@/components/account/use-task";
import { useActing } from "@/components/dashboard/shell/acting-context";
import { showToast } from "@/components/ui/toast";
import { downloadCsv } from "@/lib/client/download-csv";
import type { ListQuery } from "@/lib/client/read-page";

/** Stores all of a list, with the filters of the page, as a CSV file, for a spreadsheet unless a program is to read it. */
export function useExport(
  { path, noun, isForProgram }: { path: string; noun: string; isForProgram?: boolean },
  query: ListQuery,
) {
  const acting = useActing();
  const { busy, problem, run } = useTask();
  const save = () =>
    run(async () => {
      const day = new Date().toISOString().slice(0, 10);
      const scope = acting.hasModes === false ? day : `${acting.mode}-${day}`;
      const name = `${noun.replaceAll(" ", "-")}-${scope}.csv`;
      await downloadCsv(acting, { path, query, name, isForProgram });
      showToast(`${name} downloaded.`);
    });
  return { busy, problem, save: () => void save() };
}
