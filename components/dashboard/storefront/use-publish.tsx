"use client";

import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { showToast } from "@/components/ui/toast";
import type {
  publishStorefront,
  unpublishStorefront,
} from "@/lib/contract/storefronts/storefronts";
import type { Storefront } from "./shop-draft";

/** Opens the shop to everyone, or takes it back to a draft. */
export function usePublish(onChanged: (shop: Storefront) => void) {
  const api = useApi();
  const { busy, problem, run } = useTask();
  const publish = () =>
    void run(async () => {
      const route = { method: "POST", path: "/v1/storefront/publish" } as const;
      onChanged(await api<typeof publishStorefront>(route, {}));
      showToast("Shop published.");
    });
  const unpublish = () =>
    void run(async () => {
      const route = { method: "POST", path: "/v1/storefront/unpublish" } as const;
      onChanged(await api<typeof unpublishStorefront>(route, {}));
      showToast("Shop unpublished.");
    });
  return { publish, unpublish, busy, problem: <TaskProblem problem={problem} /> };
}
