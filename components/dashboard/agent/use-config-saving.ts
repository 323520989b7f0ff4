"use client";

import { useRouter } from "next/navigation";
import { useTask } from "@/components/account/use-task";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { showToast } from "@/components/ui/toast";
import { type AgentConfig, type ConfigChange, changeConfig, readConfig } from "./agent-config";

/** What each section of the settings gets. */
export interface SectionProps {
  readonly config: AgentConfig;
  onSaved(config: AgentConfig): void;
}

/**
 * Saves a part of the settings, and shows what follows on the page. The change is made from what is stored when it is
 * sent: other pages and persons may have changed it since this page was opened.
 */
export function useConfigSaving(onSaved: SectionProps["onSaved"]) {
  const api = useApi();
  const router = useRouter();
  const { busy, problem, run } = useTask();
  const save = (
    changeOf: (stored: AgentConfig) => ConfigChange,
    settle?: (saved: AgentConfig) => void,
  ) =>
    run(async () => {
      const saved = await changeConfig(api, changeOf(await readConfig(api)));
      settle?.(saved);
      onSaved(saved);
      showToast("Saved.");
      router.refresh();
    });
  return { busy, problem, save };
}
