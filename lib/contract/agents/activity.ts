import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { bytes32, id, instant, listOf, mode, pageQuery } from "@/lib/contract/fields";
import { activityOutcomes, agentActions } from "@/lib/core/agents/activity-kinds";
import { agentCapabilities } from "@/lib/core/agents/capabilities";

export const agentActivityEntry = z
  .object({
    id: id("agentActivity"),
    object: z.literal("agent_activity"),
    mode,
    capability: z.enum(agentCapabilities),
    action: z.enum(agentActions),
    summary: z.string(),
    reason: z.string(),
    setting: z.string(),
    resource: z.object({ type: z.string(), id: z.string() }).nullable(),
    txHash: bytes32.nullable(),
    outcome: z.enum(activityOutcomes),
    createdAt: instant,
  })
  .meta({ id: "AgentActivity" });

export const listAgentActivity = endpoint({
  method: "GET",
  path: "/v1/agents/activity",
  tag: "Agents",
  summary: "List what the agent did",
  description:
    "Newest first: what it did, why, and under which setting. Entries are never changed, and kept for a year.",
  auth: "merchant",
  scope: "agents_read",
  query: z.strictObject({
    ...pageQuery,
    capability: z.enum(agentCapabilities).optional(),
    createdAfter: instant.optional(),
  }),
  status: 200,
  response: listOf(agentActivityEntry),
});
