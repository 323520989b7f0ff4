"use client";

import { ArchiveObject } from "@/components/dashboard/detail/archive-object";
import { useApi } from "@/components/dashboard/shell/acting-context";
import type { archivePlan } from "@/lib/contract/subscriptions/subscription-plans";
import type { Plan } from "./plans-list";

const path = "/v1/subscription-plans/{id}";
const route = { method: "POST", path: `${path}/archive` } as const;

/** Takes a plan out of offer for good. */
export function ArchivePlan({ plan }: { plan: Plan }) {
  const api = useApi();
  const archive = (input: { id: string }) => api<typeof archivePlan>(route, input);
  return (
    <ArchiveObject<Plan> object={plan} noun="plan" path={path} route={route} archive={archive}>
      The plan closes to new subscribers. Existing subscribers keep paying. This can’t be undone.
    </ArchiveObject>
  );
}
