import type { Db } from "@/db/client";
import type { adminUsers } from "@/db/schema/admin-users";
import type { Env } from "@/lib/adapters/env/env";
import type { IdentityProfile, VerifiedToken } from "@/lib/adapters/identity/identity-provider";
import { Refusal } from "@/lib/core/errors";
import type { ApiReason } from "@/lib/core/refusal-reasons";
import { keepAdminSession } from "./admin-session";
import { takeInvitation } from "./take-invitation";

/** What is known of who signed in. */
type SignedIn = Pick<
  VerifiedToken,
  "provider" | "subject" | "sessionId" | "authenticatedAt" | "hasSecondFactor"
>;
type AdminRow = Pick<typeof adminUsers.$inferSelect, "id" | "role" | "status">;

const denied = (message: string, reason: ApiReason) =>
  new Refusal("permission_denied", message, { details: { reason } });

/** What is asked beside the token. */
interface Sources {
  readonly db: Db;
  readonly config: Pick<Env, "ADMIN_BOOTSTRAP_EMAIL">;
  /** The user's current profile, asked for at the first sign-in alone. */
  readonly profile: () => Promise<IdentityProfile | null>;
}

/**
 * Finds the admin user of a token, or of a page's session. Read at each request, so that a suspension and another role hold at
 * once. At a first sign-in the invitation to the user's verified address becomes theirs.
 * @throws Refusal `permission_denied`: no admin user (`admin_required`), a suspended one
 * (`admin_suspended`), or signed in without a second factor (`mfa_required`)
 * @throws Refusal `authentication_error` with `admin_session_over`
 */
export async function findAdmin(
  { db, config, profile }: Sources,
  token: SignedIn,
): Promise<Pick<AdminRow, "id" | "role">> {
  const find = async () => {
    const [row] = await db<AdminRow[]>`
      select id, role, status from admin_users
      where provider = ${token.provider} and subject = ${token.subject}`;
    return row;
  };
  let row = await find();
  if (!row) {
    await takeInvitation({ db, config, profile }, token);
    // Also where another request of the same user has taken it meanwhile.
    row = await find();
  }
  if (!row) throw denied("Only an admin user can do this.", "admin_required");
  if (row.status !== "active") throw denied("The admin user is suspended.", "admin_suspended");
  if (!token.hasSecondFactor) throw denied("Sign in with a second factor.", "mfa_required");
  await keepAdminSession(db, row, token);
  return { id: row.id, role: row.role };
}
