import type { z } from "zod";
import type { agentConfig } from "@/lib/contract/agents/config";
import { agentFeatures, unavailableReason } from "@/lib/core/agents/capabilities";
import type { Mode } from "@/lib/core/modes";
import type { StoredSettings } from "./config-rows";
import type { Policy } from "./read-policy";

export type AgentConfigView = z.output<typeof agentConfig>;

/** The agent's settings as the API shows them. */
export function viewAgentConfig(
  mode: Mode,
  { settings, updatedAt }: StoredSettings,
  { policy, instructions, withheld, treasury }: Policy,
): AgentConfigView {
  const { recovery, cashflow, commerce } = settings;
  const enabled: readonly string[] = [
    ...settings.enabledCapabilities,
    ...(cashflow.autoConvertToYield ? ["autoConvertToYield"] : []),
  ];
  return {
    object: "agent_config",
    mode,
    enabledCapabilities: [...settings.enabledCapabilities],
    features: agentFeatures.map((name) => {
      const reason = unavailableReason(name);
      return { name, enabled: enabled.includes(name), available: reason === null, reason };
    }),
    recovery: {
      gracePeriodHours: recovery.graceHours,
      strategy: recovery.strategy,
      notificationTemplate: recovery.notificationTemplate,
    },
    cashflow: { ...cashflow },
    commerce: {
      ...commerce,
      approvedVendors: [...commerce.approvedVendors],
      treasuryAddress: treasury,
      policy,
      instructions,
      withheld,
    },
    updatedAt,
  };
}
