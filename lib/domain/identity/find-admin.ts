import type { Db } from "@/db/client";
import type { adminUsers } from "@/db/schema/admin-users";
import type { VerifiedToken } from "@/lib/adapters/identity/identity-provider";
import { Refusal } from "@/lib/core/errors";
import type { ApiReason } from "@/lib/core/refusal-reasons";

type AdminRow = Pick<typeof adminUsers.$inferSelect, "id" | "role" | "status">;

const denied = (message: string, reason: ApiReason) =>
  new Refusal("permission_denied", message, { details: { reason } });

/**
 * Finds the admin user of a token. Read at each request, so that a suspension and another role hold at
 * once.
 * @throws Refusal `permission_denied`: no admin user (`admin_required`), a suspended one
 * (`admin_suspended`), or signed in without a second factor (`mfa_required`)
 */
export async function findAdmin(
  db: Db,
  { provider, subject, hasSecondFactor }: VerifiedToken,
): Promise<Pick<AdminRow, "id" | "role">> {
  const [row] = await db<AdminRow[]>`
    select id, role, status from admin_users
    where provider = ${provider} and subject = ${subject}`;
  if (!row) throw denied("Only an admin user can do this.", "admin_required");
  if (row.status !== "active") throw denied("The admin user is suspended.", "admin_suspended");
  if (!hasSecondFactor) throw denied("Sign in with a second factor.", "mfa_required");
  return { id: row.id, role: row.role };
}
