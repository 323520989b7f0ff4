import { type Db, type TransactionSql, transaction } from "@/db/client";
import { invalidState, notFound } from "@/lib/core/errors";
import { type AuditedActor, recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";
import { endSessions } from "./sessions";
import { revokeTokens } from "./take-identity-event";

/** A person's sign-in as it is. */
export interface SignInState {
  readonly userId: string;
  readonly provider: string;
  readonly subject: string;
  readonly locked: boolean;
  /** Open sign-in sessions; of another identity provider none are known. */
  readonly sessions: number;
  /** Whether the person is an active admin user. */
  readonly isAdmin: boolean;
}

/**
 * Reads whether a person's sign-in is locked, and what would be ended.
 * @throws Refusal `not_found`
 */
export async function readSignIn(db: Db, userId: string): Promise<SignInState> {
  const [row] = await db<SignInState[]>`
    select u.id as user_id, u.provider, u.subject, u.status = 'disabled' as locked,
      (select count(*)::int from identity_sessions s
        where u.provider = 'embedded' and s.user_id = u.subject
          and s.revoked_at is null and s.expires_at > now()) as sessions,
      exists (select from admin_users a
        where a.provider = u.provider and a.subject = u.subject and a.status = 'active') as is_admin
    from users u where u.id = ${userId}`;
  if (!row) throw notFound("user");
  return row;
}

/**
 * Refuses to lock an active admin user: another admin user would be shut out past the rules of their roles.
 * @throws Refusal `session_invalid_state` with `admin_account`
 */
export function refuseAdmin({ isAdmin }: SignInState): void {
  if (!isAdmin) return;
  throw invalidState("The person is an active admin user. Suspend the admin user first.", {
    reason: "admin_account",
  });
}

/**
 * Locks a person's sign-in: ends their sessions, and refuses their tokens and further sign-ins. API keys stay.
 * @returns false where it was locked already
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `admin_account`
 */
export async function lockSignIn(ctx: Context<AuditedActor>, userId: string): Promise<boolean> {
  return transaction(ctx.db, async (tx) => {
    const found = await lockUser(tx, userId);
    refuseAdmin(found);
    if (!(await moveStatus(tx, found, { from: "active", to: "disabled" }))) return false;
    const { provider, subject } = found;
    const sessions =
      provider === "embedded"
        ? await endSessions(tx, { userId: subject, reason: "revoked", keep: null })
        : await revokeTokens(tx, provider, subject).then(() => 0);
    await audit(ctx, tx, userId, { locked: true, sessions });
    return true;
  });
}

/**
 * Lets a person sign in again.
 * @returns false where it was not locked
 * @throws Refusal `not_found`
 */
export async function unlockSignIn(ctx: Context<AuditedActor>, userId: string): Promise<boolean> {
  return transaction(ctx.db, async (tx) => {
    const found = await lockUser(tx, userId);
    if (!(await moveStatus(tx, found, { from: "disabled", to: "active" }))) return false;
    await audit(ctx, tx, userId, { locked: false, sessions: 0 });
    return true;
  });
}

async function lockUser(tx: TransactionSql, userId: string): Promise<SignInState> {
  await tx`select from users where id = ${userId} for no key update`;
  return readSignIn(tx, userId);
}

type Status = "active" | "disabled";

/** Moves the user, and the account of our own provider with it. */
async function moveStatus(
  tx: TransactionSql,
  { userId, provider, subject }: SignInState,
  { from, to }: { from: Status; to: Status },
): Promise<boolean> {
  const { count } = await tx`
    update users set status = ${to} where id = ${userId} and status = ${from}`;
  if (count === 0) return false;
  if (provider === "embedded") {
    await tx`
      update identity_users set status = ${to}, updated_at = now()
      where id = ${subject} and status = ${from}`;
  }
  return true;
}

async function audit(
  ctx: Context<AuditedActor>,
  tx: TransactionSql,
  userId: string,
  { locked, sessions }: { locked: boolean; sessions: number },
): Promise<void> {
  await recordAudit(ctx, tx, {
    action: locked ? "user.lock_sign_in" : "user.unlock_sign_in",
    subject: { type: "user", id: userId },
    before: { locked: !locked },
    after: { locked, ...(locked ? { sessionsEnded: sessions } : {}) },
  });
}
