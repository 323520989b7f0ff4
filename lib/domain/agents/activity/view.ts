import type { z } from "zod";
import type { agentActivity } from "@/db/schema/agents";
import type { agentActivityEntry } from "@/lib/contract/agents/activity";

export type ActivityRow = typeof agentActivity.$inferSelect;

/** What the agent did, as the API shows it. */
export function viewActivity(row: ActivityRow): z.output<typeof agentActivityEntry> {
  const { resourceType, resourceId } = row;
  return {
    id: row.id,
    object: "agent_activity",
    mode: row.mode,
    capability: row.capability,
    action: row.action,
    summary: row.summary,
    reason: row.reason,
    setting: row.setting,
    resource: resourceType && resourceId ? { type: resourceType, id: resourceId } : null,
    txHash: row.txHash,
    outcome: row.outcome,
    createdAt: row.createdAt,
  };
}
