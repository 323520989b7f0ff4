import { transaction } from "@/db/client";
import type { updateAgentConfig as declaration } from "@/lib/contract/agents/config";
import type { InputOf } from "@/lib/contract/endpoint";
import type { AgentSettings } from "@/lib/core/agents/agent-settings";
import { agentCapabilities } from "@/lib/core/agents/capabilities";
import { Refusal } from "@/lib/core/errors";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { lockAgentConfig, readAgentConfig, writeAgentConfig } from "./config-rows";
import { readPolicy } from "./read-policy";
import { type AgentConfigView, viewAgentConfig } from "./view";

type Input = InputOf<typeof declaration>;

/**
 * Changes what is given of the agent's settings, group by group; the rest stays, also what another call changes meanwhile.
 * @throws Refusal `permission_denied` with `session_required`: a key would change the limits of `commerce`, or enable it
 */
export function updateAgentConfig(
  ctx: Context<MerchantActor>,
  input: Input,
): Promise<AgentConfigView> {
  const { actor } = ctx;
  const isPerson = actor.kind === "session";
  if (input.commerce && !isPerson) throw sessionRequired("commerce");
  return transaction(ctx.db, async (tx) => {
    const before = await lockAgentConfig(tx, actor);
    const after = merge(before, input);
    if (!isPerson && maySpend(after) && !maySpend(before)) {
      throw sessionRequired("enabledCapabilities");
    }
    await writeAgentConfig(tx, actor, after);
    const { merchantId } = actor;
    await recordAudit(ctx, tx, {
      action: "agent_config.update",
      subject: { type: "merchant", id: merchantId },
      before: changedOf(before, input),
      after: changedOf(after, input),
    });
    const policy = await readPolicy(ctx, tx, actor, after.commerce);
    return viewAgentConfig(actor.mode, await readAgentConfig(tx, actor), policy);
  });
}

function merge(kept: AgentSettings, input: Input): AgentSettings {
  const { enabledCapabilities: enabled, recovery, cashflow, commerce } = input;
  return {
    enabledCapabilities: enabled
      ? agentCapabilities.filter((name) => enabled.includes(name))
      : kept.enabledCapabilities,
    recovery: {
      graceHours: recovery?.gracePeriodHours ?? kept.recovery.graceHours,
      strategy: recovery?.strategy ?? kept.recovery.strategy,
      notificationTemplate: recovery
        ? recovery.notificationTemplate
        : kept.recovery.notificationTemplate,
    },
    cashflow: { ...kept.cashflow, ...given(cashflow) },
    commerce: { ...kept.commerce, ...given(commerce) },
  };
}

/** Without the fields that are undefined. */
function given<Group extends object>(group: Group | undefined): Partial<Group> {
  const entries = Object.entries(group ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Group>;
}

/** The groups that the call names. */
function changedOf(settings: AgentSettings, input: Input): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).filter(([name]) => Reflect.get(input, name) !== undefined),
  );
}

const maySpend = ({ enabledCapabilities }: AgentSettings): boolean =>
  enabledCapabilities.includes("commerce");

function sessionRequired(param: "commerce" | "enabledCapabilities"): Refusal {
  const what = param === "commerce" ? "change" : "enable";
  return new Refusal("permission_denied", `Sign in to the dashboard to ${what} \`commerce\`.`, {
    param,
    details: { reason: "session_required" },
  });
}
