import { transaction } from "@/db/client";
import type { OutputOf } from "@/lib/contract/endpoint";
import type {
  getAccount as accountOf,
  listSessions as sessionsOf,
} from "@/lib/contract/identity/identity-account";
import { notFound } from "@/lib/core/errors";
import { auditAccount } from "./audit-account";
import type { IdentityVerb } from "./browser";
import { isGoodSession } from "./embedded-store";
import { endByToken, endSessions, requireSession } from "./sessions";

type Passkeys = OutputOf<typeof accountOf>["passkeys"];
type Identities = OutputOf<typeof accountOf>["identities"];

/** The signed-in user's account. */
export const getAccount: IdentityVerb<object, OutputOf<typeof accountOf>> = async (
  ctx,
  _input,
  browser,
) => {
  const session = await requireSession(ctx.db, browser);
  const { userId, email, passwordHash, hasTotp, hasPasskey } = session;
  const { authTime: authenticatedAt } = session;
  const left = await ctx.db`
    select from identity_recovery_codes where user_id = ${userId} and used_at is null`;
  const secondFactors = [
    ...(hasPasskey ? ["passkey" as const] : []),
    ...(hasTotp ? ["totp" as const] : []),
  ];
  const hasPassword = passwordHash !== null;
  const passkeys = await ctx.db<Passkeys>`
    select id, name, synced, created_at, last_used_at, copied_at from identity_passkeys
    where user_id = ${userId} order by created_at, id`;
  const identities = await ctx.db<Identities>`
    select id, provider, email, created_at, last_used_at from identity_accounts
    where user_id = ${userId} order by created_at, id`;
  const counted = { secondFactors, recoveryCodesLeft: left.length, passkeys, identities };
  return { answer: { id: userId, email, hasPassword, ...counted, authenticatedAt } };
};

type SessionRow = Omit<OutputOf<typeof sessionsOf>["data"][number], "current">;

/** The browsers that are signed in to the account, the newest first. */
export const listSessions: IdentityVerb<object, OutputOf<typeof sessionsOf>> = async (
  ctx,
  _input,
  browser,
) => {
  const { id, userId } = await requireSession(ctx.db, browser);
  const rows = await ctx.db<SessionRow[]>`
    select s.id, s.created_at, s.last_seen_at, s.expires_at, s.user_agent, s.address_prefix
    from identity_sessions s join identity_users u on u.id = s.user_id
    where s.user_id = ${userId} and ${isGoodSession(ctx.db)}
    order by s.created_at desc, s.id desc limit 100`;
  return { answer: { data: rows.map((row) => ({ ...row, current: row.id === id })) } };
};

/**
 * Signs a browser out: its next request is refused, here and at the API.
 * @throws Refusal `not_found`: there is no such session, or not of this account
 */
export const revokeSession: IdentityVerb<{ id: string }, { done: true }> = async (
  ctx,
  { id },
  browser,
) => {
  const { userId, id: own } = await requireSession(ctx.db, browser);
  await transaction(ctx.db, async (tx) => {
    const { count } = await tx`
      update identity_sessions set revoked_at = now(), revoke_reason = 'revoked'
      where id = ${id} and user_id = ${userId} and revoked_at is null`;
    if (count === 0) throw notFound("session");
    await auditAccount(ctx, tx, { userId, action: "session.revoke", after: { session: id } });
  });
  return { answer: { done: true }, ...(id === own ? { session: null } : {}) };
};

/** Signs all other browsers out. */
export const revokeOtherSessions: IdentityVerb<object, { revoked: number }> = async (
  ctx,
  _input,
  browser,
) => {
  const { userId, id: keep } = await requireSession(ctx.db, browser);
  const revoked = await transaction(ctx.db, async (tx) => {
    const count = await endSessions(tx, { userId, reason: "revoked", keep });
    await auditAccount(ctx, tx, { userId, action: "session.revoke_others", after: { count } });
    return count;
  });
  return { answer: { revoked } };
};

/** Ends the browser's session, if it has one. */
export const signOut: IdentityVerb<object, { done: true }> = async (ctx, _input, { token }) => {
  if (token !== null) await transaction(ctx.db, (tx) => endByToken(tx, token));
  return { answer: { done: true }, session: null };
};
