import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { agentActivityEntry } from "@/lib/contract/agents/activity";
import { encodeAs } from "@/lib/contract/encode";
import type { ActivityOutcome, AgentAction } from "@/lib/core/agents/activity-kinds";
import type { AgentCapability } from "@/lib/core/agents/capabilities";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import { recordEvents } from "@/lib/domain/platform/events/record-events";
import type { Owner } from "@/lib/domain/platform/owned-by";
import { type ActivityRow, viewActivity } from "./view";

/** Something that the agent did for a merchant. */
export interface NewActivity extends Owner {
  readonly capability: AgentCapability;
  readonly action: AgentAction;
  /** What it did, in a sentence. */
  readonly summary: string;
  /** Why, with the figures. */
  readonly reason: string;
  /** The setting that let it act, by its path in the settings. */
  readonly setting: string;
  readonly resource?: { readonly type: string; readonly id: string };
  readonly txHash?: Bytes32;
  readonly outcome: ActivityOutcome;
  /** What it tells of once within the capability, such as the day of a digest. */
  readonly once?: string;
}

/**
 * Writes down what agents did, with the event `agent.action_executed` of each, in the transaction of the actions: neither
 * is there without the other. What was told before by the same `once` is left out.
 * @returns the ids of those that are new
 */
export async function recordActivities(
  tx: TransactionSql,
  activities: readonly NewActivity[],
): Promise<string[]> {
  if (activities.length === 0) return [];
  const rows = activities.map(({ merchantId, mode, resource, once, ...activity }) => ({
    id: newId("agentActivity"),
    merchant_id: merchantId,
    mode,
    ...activity,
    resource_type: resource?.type ?? null,
    resource_id: resource?.id ?? null,
    once_key: once ?? null,
  }));
  const written = await tx<ActivityRow[]>`
    insert into agent_activity (id, merchant_id, mode, capability, action, summary, reason, setting,
      resource_type, resource_id, tx_hash, once_key, outcome)
    select id, merchant_id, mode, capability, action, summary, reason, setting, resource_type,
      resource_id, hex_bytes("txHash"), once_key, outcome
    from json_to_recordset(${asRows(rows)}::text::json) as a(id text, merchant_id text, mode text,
      capability text, action text, summary text, reason text, setting text, resource_type text,
      resource_id text, "txHash" text, once_key text, outcome text)
    on conflict do nothing
    returning *`;
  await recordEvents(
    tx,
    written.map((row) => ({
      merchantId: row.merchantId,
      mode: row.mode,
      type: "agent.action_executed",
      resource: { type: "agent_activity", id: row.id },
      object: encodeAs(agentActivityEntry, viewActivity(row)),
    })),
  );
  return written.map(({ id }) => id);
}

/**
 * Writes down one action, as `recordActivities` does.
 * @returns whether it is new
 */
export async function recordActivity(tx: TransactionSql, activity: NewActivity): Promise<boolean> {
  return (await recordActivities(tx, [activity])).length > 0;
}
