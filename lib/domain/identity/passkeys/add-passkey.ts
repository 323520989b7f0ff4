import { type TransactionSql, transaction } from "@/db/client";
import {
  checkMadePasskey,
  type MadePasskey,
  type PasskeyKey,
} from "@/lib/adapters/identity/web-authn";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { startPasskey as declaration } from "@/lib/contract/identity/identity-passkeys";
import { invalidState } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { auditAccount } from "@/lib/domain/identity/audit-account";
import type { IdentityVerb } from "@/lib/domain/identity/browser";
import { afterEnrolment } from "@/lib/domain/identity/enrol-factor";
import { issueRecoveryCodes } from "@/lib/domain/identity/recovery-codes";
import { tellOfChange } from "@/lib/domain/identity/security-mail";
import {
  type GoodSession,
  hasFactor,
  lockSession,
  requireFreshSession,
} from "@/lib/domain/identity/sessions";
import { credentialsOf, findCredentials } from "./ask-for-passkey";
import {
  challengeReader,
  newPasskeyChallenge,
  PASSKEY_SECONDS,
  requireRelyingParty,
  takeChallenge,
  wrongPasskey,
} from "./passkey-challenge";
import { amrOf } from "./prove-passkey";

const MOST_PASSKEYS = 20;
/** ES256, EdDSA and RS256, as COSE numbers them. */
const ALGORITHMS = [-7, -8, -257];

/**
 * What a browser is to make a passkey of. Its user is verified, and it is found without a name.
 * @throws Refusal `session_invalid_state` with `passkeys_unavailable`
 */
export const startPasskey: IdentityVerb<object, OutputOf<typeof declaration>> = async (
  ctx,
  _input,
  browser,
) => {
  const { id: rpId } = requireRelyingParty(ctx);
  const { id, userId, email } = await requireFreshSession(ctx.db, browser);
  const known = await findCredentials(ctx.db, userId);
  return {
    answer: {
      challenge: newPasskeyChallenge(ctx.config, `add:${id}`),
      rp: { id: rpId, name: "Stipend" },
      user: { id: Buffer.from(userId).toString("base64url"), name: email, displayName: email },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: credentialsOf(known),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      ...{ attestation: "none", timeout: PASSKEY_SECONDS * 1_000 },
    },
  };
};

interface Given {
  readonly name: string;
  readonly credential: MadePasskey;
}

interface Added {
  readonly id: string;
  /** With the account's first second factor alone. */
  readonly recoveryCodes: string[] | null;
}

/**
 * Adds a passkey to the signed-in account, which is asked for a second factor at every sign-in from now on. Other
 * browsers are signed out.
 * @throws Refusal `authentication_error` with `passkey_wrong`
 * @throws Refusal `session_invalid_state` with `too_many_passkeys`
 */
export const addPasskey: IdentityVerb<Given, Added> = async (
  ctx,
  { name, credential: made },
  browser,
) => {
  const party = requireRelyingParty(ctx);
  const session = await requireFreshSession(ctx.db, browser);
  const { id: keep, userId } = session;
  const { read, isOwn } = challengeReader(ctx.config, `add:${keep}`);
  const key = await checkMadePasskey(party, made, isOwn);
  const { taken } = read;
  if (!key || !taken) throw wrongPasskey();
  const { transports = [] } = made.response;
  return transaction(ctx.db, async (tx) => {
    // Of several that are added at the same time each counts those before it, too.
    await lockSession(tx, session);
    if (!(await takeChallenge(tx, taken))) throw wrongPasskey();
    const id = await insertPasskey(tx, session, { ...key, name, transports });
    await afterEnrolment(tx, session, amrOf(key));
    const recoveryCodes = hasFactor(session) ? null : await issueRecoveryCodes(ctx, tx, userId);
    await auditAccount(ctx, tx, { userId, action: "account.add_passkey", after: { id, name } });
    await tellOfChange(tx, { userId, change: "passkey_added" }, browser);
    return { answer: { id, recoveryCodes } };
  });
};

interface NewPasskey extends PasskeyKey {
  readonly synced: boolean;
  readonly name: string;
  readonly transports: string[];
}

async function insertPasskey(
  tx: TransactionSql,
  { userId }: Pick<GoodSession, "userId">,
  passkey: NewPasskey,
): Promise<string> {
  const [{ count } = { count: 0 }] = await tx<{ count: number }[]>`
    select count(*)::int as count from identity_passkeys where user_id = ${userId}`;
  if (count >= MOST_PASSKEYS) {
    throw invalidState("The account has 20 passkeys: remove one first.", {
      reason: "too_many_passkeys",
    });
  }
  const id = newId("identityPasskey");
  const { credentialId, publicKey, counter, transports, synced, name } = passkey;
  const { count: added } = await tx`
    insert into identity_passkeys
      (id, user_id, credential_id, public_key, counter, transports, synced, name)
    values (${id}, ${userId}, ${credentialId}, ${publicKey}, ${counter}, ${transports},
      ${synced}, ${name})
    on conflict (credential_id) do nothing`;
  if (added === 0) throw wrongPasskey();
  return id;
}
