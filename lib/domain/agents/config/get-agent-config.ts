import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { readAgentConfig } from "./config-rows";
import { readPolicy } from "./read-policy";
import { type AgentConfigView, viewAgentConfig } from "./view";

/** What the merchant has set for its agent, in the mode of the call. */
export async function getAgentConfig(ctx: Context<MerchantActor>): Promise<AgentConfigView> {
  const { db, actor } = ctx;
  const stored = await readAgentConfig(db, actor);
  const policy = await readPolicy(ctx, db, actor, stored.settings.commerce);
  return viewAgentConfig(actor.mode, stored, policy);
}
