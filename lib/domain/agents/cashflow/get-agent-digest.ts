import { readAgentConfig } from "@/lib/domain/agents/config/config-rows";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { readClock } from "@/lib/domain/platform/read-clock";
import { type Digest, readDigest } from "./read-digest";

/** What the digest of yesterday says, by the settings as they are. */
export async function getAgentDigest(ctx: Context<SessionActor>): Promise<Digest> {
  const { settings } = await readAgentConfig(ctx.db, ctx.actor);
  return readDigest(ctx, ctx.actor, settings.cashflow, await readClock(ctx.db));
}
