import { Refusal } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import type { Context, PublicActor, SessionActor } from "@/lib/domain/context";
import { findMember } from "@/lib/domain/identity/find-member";
import { findVisitor } from "./visitor";

/**
 * The context of a server action of the dashboard, for the person who is signed in.
 * @throws Refusal `authentication_error` with `signed_out`
 * @throws Refusal `permission_denied` with `membership_required`: not a merchant of theirs
 */
export async function visitorContext(
  ctx: Context<PublicActor>,
  { merchantId, mode }: { merchantId: string; mode: Mode },
): Promise<Context<SessionActor>> {
  const visitor = await findVisitor(ctx);
  if (!visitor) {
    throw new Refusal("authentication_error", "Signed out.", { details: { reason: "signed_out" } });
  }
  const member = await findMember(ctx.db, visitor, merchantId);
  const { sessionId } = visitor;
  return { ...ctx, actor: { kind: "session", ...member, mode, sessionId } };
}
