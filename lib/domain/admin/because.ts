import type { AdminActor, Context } from "@/lib/domain/platform/context";

/** The context of an admin user who says why: audit entries that are written with it keep the reason. */
export const because = (
  ctx: Context<AdminActor>,
  reason: string | null | undefined,
): Context<AdminActor> => ({ ...ctx, actor: { ...ctx.actor, reason: reason?.trim() || null } });
