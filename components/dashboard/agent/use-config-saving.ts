"use client";

import { useRouter } from "next/navigation";
import { useTask } from "@/components/account/use-task";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { showToast } from "@/components/ui/toast";
import { type AgentConfig, changeConfig } from "./agent-config";

/** What each section of the settings gets. */
export interface SectionProps {
  readonly config: AgentConfig;
  onSaved(config: AgentConfig): void;
}

/** Saves a part of the settings, and shows what follows on the page. */
export function useConfigSaving(onSaved: SectionProps["onSaved"]) {
  const api = useApi();
  const router = useRouter();
  const { busy, problem, run } = useTask();
  const save = (change: Parameters<typeof changeConfig>[1]) =>
    run(async () => {
      onSaved(await changeConfig(api, change));
      showToast("Saved.");
      router.refresh();
    });
  return { busy, problem, save };
}
