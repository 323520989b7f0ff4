import { transaction } from "@/db/client";
import type { inviteAdmin as declaration } from "@/lib/contract/admin/admins";
import type { InputOf } from "@/lib/contract/endpoint";
import { invalidRequest } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { adminInvitedMail } from "@/lib/domain/identity/admin-mails";
import { queueMails } from "@/lib/domain/mails/queue-mail";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { AdminActor, Context, OperatorActor } from "@/lib/domain/platform/context";
import { type AdminView, findAdminUser } from "./admin-rows";
import { lockSuperAdmin } from "./lock-admins";

/**
 * Invites a person to run the platform. They become an admin user at their first sign-in with this address, once it is
 * verified.
 * @throws Refusal `permission_denied` with `role_missing`: the actor is no active super admin any more
 * @throws Refusal `invalid_request` with `already_admin`: an admin user, suspended or not, has the address
 */
export async function inviteAdmin(
  ctx: Pick<Context<AdminActor | OperatorActor>, "db" | "actor" | "requestId">,
  {
    email,
    role,
    name = null,
  }: Omit<InputOf<typeof declaration>, "name"> & { name?: string | null },
): Promise<AdminView> {
  return transaction(ctx.db, async (tx) => {
    if (ctx.actor.kind === "admin") await lockSuperAdmin(tx, ctx.actor);
    const id = newId("adminUser");
    const { count } = await tx`
      insert into admin_users (id, email, name, role) values (${id}, ${email}, ${name}, ${role})
      on conflict (lower(email)) do nothing`;
    if (count === 0) {
      throw invalidRequest("email", "An admin user already has this address.", {
        reason: "already_admin",
        issues: [{ path: ["email"], message: "is an admin user's", code: "already_admin" }],
      });
    }
    await recordAudit(ctx, tx, {
      action: "admin_user.invite",
      subject: { type: "admin_user", id },
      before: null,
      after: { email, name, role, status: "active" },
    });
    await queueMails(
      tx,
      tx`select null as merchant_id, 'live' as mode, ${adminInvitedMail.kind} as kind,
        ${email} as recipient, ${id} as about, false as withheld,
        jsonb_build_object('role', ${role}::text) as facts`,
    );
    const admin = await findAdminUser(tx, id);
    if (!admin) throw new Error("an insert gives its row");
    return admin;
  });
}
