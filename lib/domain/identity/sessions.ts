import type { Db, TransactionSql } from "@/db/client";
import type { sessionEnds } from "@/db/schema/identity-sessions";
import { Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { hashOfToken, newSessionToken } from "@/lib/domain/subscriptions/payer-home/session-token";
import type { Browser } from "./browser";
import { isGoodSession } from "./embedded-store";
import { tellOfChange } from "./security-mail";

/** However much a session is used, it ends after so long. */
const SESSION_DAYS = 30;

/** A session that is good. */
export interface GoodSession {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly authTime: Date;
  readonly amr: string[];
  readonly hasTotp: boolean;
  readonly hasPasskey: boolean;
}

type Factors = Pick<GoodSession, "hasTotp" | "hasPasskey">;

/** Whether the account has a second factor. */
export const hasFactor = ({ hasTotp, hasPasskey }: Factors): boolean => hasTotp || hasPasskey;

/** How a user authenticates again: by a code of a mail only where they have nothing better. */
export const stepUpMethods = ({ hasTotp, hasPasskey }: Factors): string[] => {
  const methods = [...(hasPasskey ? ["passkey"] : []), ...(hasTotp ? ["totp"] : [])];
  return methods.length > 0 ? methods : ["email"];
};

/**
 * Signs a browser in. What it was signed in with before is over.
 * @param amr how the person has authenticated (RFC 8176)
 * @param authTime when they have; null: just now
 */
export async function openSession(
  tx: TransactionSql,
  {
    userId,
    amr,
    authTime = null,
  }: { userId: string; amr: readonly string[]; authTime?: Date | null },
  browser: Browser,
): Promise<{ id: string; token: string }> {
  const token = newSessionToken();
  const id = newId("identitySession");
  if (!(await isKnownBrowser(tx, userId, browser))) {
    await tellOfChange(tx, { userId, change: "new_browser" }, browser);
  }
  if (browser.token !== null) await endByToken(tx, browser.token);
  await tx`
    insert into identity_sessions
      (id, user_id, token_hash, amr, auth_time, user_agent, address_prefix, expires_at)
    values (${id}, ${userId}, ${hashOfToken(token)}, ${[...amr]}, coalesce(${authTime}, now()),
      ${browser.userAgent?.slice(0, 300) ?? null}, ${browser.addressPrefix},
      now() + ${SESSION_DAYS} * interval '1 day')`;
  return { id, token };
}

/** Whether the user has signed in like this within the month that sessions are kept, or has never signed in at all. */
async function isKnownBrowser(
  tx: TransactionSql,
  userId: string,
  { token, userAgent, addressPrefix }: Browser,
): Promise<boolean> {
  const hash = token === null ? null : hashOfToken(token);
  const [row] = await tx<{ isKnown: boolean }[]>`
    select count(*) = 0 or coalesce(bool_or(token_hash is not distinct from ${hash}::bytea
      or (user_agent is not distinct from ${userAgent?.slice(0, 300) ?? null}
        and address_prefix is not distinct from ${addressPrefix})), false) as is_known
    from identity_sessions where user_id = ${userId}`;
  return row?.isKnown === true;
}

/**
 * The session of a browser.
 * @throws Refusal `authentication_error` with `signed_out`: it has none that is good
 */
export async function requireSession(
  db: Db,
  { token }: Pick<Browser, "token">,
): Promise<GoodSession> {
  const [row] =
    token === null
      ? []
      : await db<GoodSession[]>`
          select s.id, s.user_id, s.auth_time, s.amr, u.email, u.password_hash,
            t.confirmed_at is not null as has_totp,
            exists (select from identity_passkeys p where p.user_id = u.id) as has_passkey
          from identity_sessions s join identity_users u on u.id = s.user_id
          left join identity_totp t on t.user_id = u.id
          where s.token_hash = ${hashOfToken(token)} and ${isGoodSession(db)}`;
  if (row) return row;
  throw signedOut();
}

const signedOut = () =>
  new Refusal("authentication_error", "Sign in first.", { details: { reason: "signed_out" } });

/**
 * Locks the account of a session until the transaction ends, for a change that the session makes. Sessions end under
 * the same lock: one that has ended since it was read changes nothing.
 * @returns the account's password as it is now
 * @throws Refusal `authentication_error` with `signed_out`
 */
export async function lockSession(
  tx: TransactionSql,
  { id, userId }: Pick<GoodSession, "id" | "userId">,
): Promise<Pick<GoodSession, "passwordHash">> {
  await tx`select from identity_users where id = ${userId} for no key update`;
  const [row] = await tx<Pick<GoodSession, "passwordHash">[]>`
    select u.password_hash from identity_sessions s join identity_users u on u.id = s.user_id
    where s.id = ${id} and ${isGoodSession(tx)}`;
  if (!row) throw signedOut();
  return row;
}

/** A change of how a user authenticates requires an authentication this recent. */
export const STEP_UP_MS = 600_000;

/**
 * The session of a browser whose person has authenticated within the last ten minutes.
 * @throws Refusal `authentication_error` with `signed_out`
 * @throws Refusal `permission_denied` with `step_up_required`
 */
export async function requireFreshSession(
  db: Db,
  browser: Pick<Browser, "token">,
): Promise<GoodSession> {
  const session = await requireSession(db, browser);
  if (Date.now() - session.authTime.getTime() <= STEP_UP_MS) return session;
  throw new Refusal("permission_denied", "Authenticate again, and repeat the request.", {
    details: { reason: "step_up_required", methods: stepUpMethods(session) },
  });
}

type SessionEnd = (typeof sessionEnds)[number];

/** Ends the session of a token, if there is one. */
export async function endByToken(tx: TransactionSql, token: string): Promise<void> {
  await tx`
    update identity_sessions set revoked_at = now(), revoke_reason = 'signed_out'
    where token_hash = ${hashOfToken(token)} and revoked_at is null`;
}

/**
 * Ends an account's sessions, but the one that is kept, and sign-ins that wait for a second factor. A sign-in that is
 * under way is over before, or sees what was changed.
 */
export async function endSessions(
  tx: TransactionSql,
  { userId, reason, keep }: { userId: string; reason: SessionEnd; keep: string | null },
): Promise<number> {
  await tx`select from identity_users where id = ${userId} for no key update`;
  await tx`
    update identity_tickets set used_at = now() where user_id = ${userId} and used_at is null`;
  const { count } = await tx`
    update identity_sessions set revoked_at = now(), revoke_reason = ${reason}
    where user_id = ${userId} and revoked_at is null and id is distinct from ${keep}`;
  return count;
}
