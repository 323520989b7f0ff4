import { timingSafeEqual } from "node:crypto";
import { transaction } from "@/db/client";
import { keyHash, keyHashes, type Peppers } from "@/lib/adapters/api-keys/key-hash";
import type { ForeignIdentity } from "@/lib/adapters/identity/oauth-config";
import { invalidState, notFound } from "@/lib/core/errors";
import { auditAccount } from "@/lib/domain/identity/audit-account";
import type { IdentityVerb } from "@/lib/domain/identity/browser";
import { tellOfChange } from "@/lib/domain/identity/security-mail";
import {
  endSessions,
  lockSession,
  requireFreshSession,
  requireSession,
} from "@/lib/domain/identity/sessions";
import { addIdentity } from "./sign-in-by-provider";

/** For so long a person may be away at the provider. */
const LIFETIME_SECONDS = 600;

interface Linked {
  readonly sessionId: string;
  readonly provider: string;
}

const signedText = ({ sessionId, provider }: Linked, expires: string) =>
  `link:${sessionId}:${provider}:${expires}`;

/** Whether a session has asked lately to link an account at a provider. */
function isLink(config: Peppers, link: string, linked: Linked): boolean {
  const [, expires = "0", signature = ""] = /^([0-9]{10})\.([\w-]{43})$/.exec(link) ?? [];
  const given = Buffer.from(signature, "base64url");
  const isOurs = keyHashes(config, signedText(linked, expires)).some(
    (own) => own.length === given.length && timingSafeEqual(own, given),
  );
  return isOurs && Date.now() < Number(expires) * 1_000;
}

/**
 * Lets the signed-in person, who has authenticated lately, link an account at a provider.
 * @returns what comes back from the provider with them; good for their session and that provider alone
 */
export const startLink: IdentityVerb<{ provider: string }, { link: string }> = async (
  ctx,
  { provider },
  browser,
) => {
  const { id: sessionId } = await requireFreshSession(ctx.db, browser);
  const expires = String(Math.floor(Date.now() / 1_000) + LIFETIME_SECONDS);
  const signature = keyHash(ctx.config, signedText({ sessionId, provider }, expires));
  return { answer: { link: `${expires}.${signature.toString("base64url")}` } };
};

const notAsked = () =>
  invalidState("Ask to link the account first, in the same session.", { reason: "link_expired" });

const taken = () =>
  invalidState("The account there is linked to another account here.", {
    reason: "identity_taken",
  });

interface LinkInput extends ForeignIdentity {
  readonly link: string;
}

/**
 * Links an account at another provider to the signed-in account: it signs in from now on.
 * @throws Refusal `session_invalid_state` with `link_expired` or `identity_taken`
 * @throws Refusal `authentication_error` with `identity_unverified`
 */
export const linkIdentity: IdentityVerb<LinkInput, { done: true }> = async (
  ctx,
  { link, ...identity },
  browser,
) => {
  // That they have authenticated lately was asked as they began.
  const session = await requireSession(ctx.db, browser);
  const { id: sessionId, userId } = session;
  const { provider } = identity;
  if (!isLink(ctx.config, link, { sessionId, provider })) throw notAsked();
  await transaction(ctx.db, async (tx) => {
    await lockSession(tx, session);
    if (!(await addIdentity(tx, userId, identity))) throw taken();
    const after = { provider, email: identity.email };
    await auditAccount(ctx, tx, { userId, action: "account.link_identity", after });
    await tellOfChange(tx, { userId, change: "identity_linked" }, browser);
  });
  return { answer: { done: true } };
};

/**
 * Unlinks an account at another provider. Codes by mail still sign in. Other browsers are signed out.
 * @throws Refusal `not_found`: there is none such, or not of this account
 */
export const unlinkIdentity: IdentityVerb<{ id: string }, { done: true }> = async (
  ctx,
  { id },
  browser,
) => {
  const session = await requireFreshSession(ctx.db, browser);
  const { userId, id: keep } = session;
  await transaction(ctx.db, async (tx) => {
    await lockSession(tx, session);
    const [removed] = await tx<{ provider: string; email: string }[]>`
      delete from identity_accounts where id = ${id} and user_id = ${userId}
      returning provider, email`;
    if (!removed) throw notFound("identity");
    await endSessions(tx, { userId, reason: "factors_changed", keep });
    await auditAccount(ctx, tx, { userId, action: "account.unlink_identity", after: removed });
    await tellOfChange(tx, { userId, change: "identity_unlinked" }, browser);
  });
  return { answer: { done: true } };
};
