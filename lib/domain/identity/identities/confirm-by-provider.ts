import { timingSafeEqual } from "node:crypto";
import { type TransactionSql, transaction } from "@/db/client";
import { keyHash, keyHashes, type Peppers } from "@/lib/adapters/api-keys/key-hash";
import type { ForeignIdentity } from "@/lib/adapters/identity/oauth-config";
import { signInProviders } from "@/lib/adapters/identity/sign-in-providers";
import { Refusal } from "@/lib/core/errors";
import type { IdentityVerb } from "@/lib/domain/identity/browser";
import { type GoodSession, hasFactor, requireSession } from "@/lib/domain/identity/sessions";
import { needsFactor, noteProof } from "@/lib/domain/identity/step-up";
import { FEDERATED } from "./federated";
import type { OfferedProvider } from "./offered-providers";

/** For so long a person may be away at the provider. */
const LIFETIME_SECONDS = 600;
/** By how much the provider's clock and ours may differ. */
const TOLERANCE_SECONDS = 30;
/** Providers that ask a person to sign in anew (`prompt=login`), and say when they did (`auth_time`). */
const capable: readonly string[] = ["oidc", "microsoft"];

interface Beginning {
  readonly sessionId: string;
  readonly provider: string;
}

const signedText = ({ sessionId, provider }: Beginning, startedAt: string) =>
  `confirm:${sessionId}:${provider}:${startedAt}`;

/** When a session began to confirm at a provider, in seconds; null where it did not, or too long ago. */
function startOf(config: Peppers, confirm: string, beginning: Beginning): number | null {
  const [, startedAt = "0", signature = ""] = /^([0-9]{10})\.([\w-]{43})$/.exec(confirm) ?? [];
  const given = Buffer.from(signature, "base64url");
  const isOurs = keyHashes(config, signedText(beginning, startedAt)).some(
    (own) => own.length === given.length && timingSafeEqual(own, given),
  );
  const isOver = Date.now() / 1_000 > Number(startedAt) + LIFETIME_SECONDS;
  return isOurs && !isOver ? Number(startedAt) : null;
}

/** At which providers the signed-in person can confirm that it is them; none where they have a second factor. */
export const listConfirming: IdentityVerb<object, { providers: OfferedProvider[] }> = async (
  ctx,
  _input,
  browser,
) => {
  const session = await requireSession(ctx.db, browser);
  const linked = await ctx.db<{ issuer: string }[]>`
    select issuer from identity_accounts where user_id = ${session.userId}`;
  const providers = signInProviders(ctx.config)
    .filter(({ id, issuer }) => capable.includes(id) && linked.some((one) => one.issuer === issuer))
    .map(({ id, name }) => ({ id, name }));
  return { answer: { providers: hasFactor(session) ? [] : providers } };
};

/**
 * Begins a confirmation at a provider.
 * @returns what comes back from the provider with the person; good for their session and that provider alone
 * @throws Refusal `permission_denied` with `step_up_required`: the second factor has to be used
 */
export const startConfirming: IdentityVerb<{ provider: string }, { confirm: string }> = async (
  ctx,
  { provider },
  browser,
) => {
  const session = await requireSession(ctx.db, browser);
  if (hasFactor(session)) throw needsFactor(session);
  const startedAt = String(Math.floor(Date.now() / 1_000));
  const text = signedText({ sessionId: session.id, provider }, startedAt);
  return {
    answer: { confirm: `${startedAt}.${keyHash(ctx.config, text).toString("base64url")}` },
  };
};

interface Confirmation extends ForeignIdentity {
  readonly confirm: string;
}

const unconfirmed = () =>
  new Refusal("permission_denied", "The provider did not confirm that it is you.", {
    details: { reason: "step_up_required", methods: ["email"] },
  });

/**
 * Notes that the signed-in person has authenticated just now, at a provider whose account is linked to theirs. It counts
 * only if the provider says that they did so after the confirmation began: an open session there proves nothing.
 * @throws Refusal `permission_denied` with `step_up_required`
 */
export const confirmByProvider: IdentityVerb<Confirmation, { done: true }> = async (
  ctx,
  { confirm, ...identity },
  browser,
) => {
  const session = await requireSession(ctx.db, browser);
  if (hasFactor(session)) throw needsFactor(session);
  const { provider, authTime } = identity;
  const startedAt = startOf(ctx.config, confirm, { sessionId: session.id, provider });
  if (startedAt === null || authTime === null) throw unconfirmed();
  const now = Date.now() / 1_000;
  const isFresh = authTime >= startedAt - TOLERANCE_SECONDS && authTime <= now + TOLERANCE_SECONDS;
  if (!isFresh) throw unconfirmed();
  await transaction(ctx.db, async (tx) => {
    if (!(await isLinked(tx, session, identity))) throw unconfirmed();
    await noteProof(tx, session, [FEDERATED]);
  });
  return { answer: { done: true } };
};

async function isLinked(
  tx: TransactionSql,
  { userId }: GoodSession,
  { issuer, subject }: ForeignIdentity,
): Promise<boolean> {
  const { count } = await tx`
    update identity_accounts set last_used_at = now()
    where issuer = ${issuer} and subject = ${subject} and user_id = ${userId}`;
  return count === 1;
}
