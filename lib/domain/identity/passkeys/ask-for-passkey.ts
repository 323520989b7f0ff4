import type { Db } from "@/db/client";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { askForPasskey as declaration } from "@/lib/contract/identity/identity-passkeys";
import type { Hex } from "@/lib/core/chain/hex";
import type { Browser, IdentityVerb } from "@/lib/domain/identity/browser";
import { wrongCode } from "@/lib/domain/identity/first-factor";
import { requireSession } from "@/lib/domain/identity/sessions";
import { hashOfToken } from "@/lib/domain/subscriptions/payer-home/session-token";
import {
  newPasskeyChallenge,
  PASSKEY_SECONDS,
  type PasskeyUse,
  requireRelyingParty,
} from "./passkey-challenge";

type Options = OutputOf<typeof declaration>;

/** What a passkey is asked for; with a ticket, as the second factor of the sign-in that it belongs to. */
interface Asked {
  readonly use: "sign_in" | "second_factor" | "step_up";
  readonly ticket?: string | undefined;
}

interface CredentialRow {
  readonly credentialId: Hex;
  readonly transports: string[];
}

/** How a browser names passkeys. */
export const credentialsOf = (rows: readonly CredentialRow[]) =>
  rows.map(({ credentialId, transports }) => ({
    type: "public-key" as const,
    id: Buffer.from(credentialId.slice(2), "hex").toString("base64url"),
    transports,
  }));

/** The passkeys of an account, the oldest first; with those that were turned off. */
export const findCredentials = (db: Db, userId: string): Promise<CredentialRow[]> =>
  db<CredentialRow[]>`
    select credential_id, transports from identity_passkeys
    where user_id = ${userId} order by created_at, id`;

/** The passkeys of an account that are taken. */
const findUsable = (db: Db, userId: string): Promise<CredentialRow[]> =>
  db<CredentialRow[]>`
    select credential_id, transports from identity_passkeys
    where user_id = ${userId} and copied_at is null order by created_at, id`;

/**
 * What a browser is to ask a passkey. To sign in it may be any that the browser has for this site: no account is named.
 * @throws Refusal `authentication_error` with `code_wrong`: the ticket is no good
 */
export const askForPasskey: IdentityVerb<Asked, Options> = async (ctx, asked, browser) => {
  const { id: rpId } = requireRelyingParty(ctx);
  const { use, userId } = await readUse(ctx.db, asked, browser);
  const rows = userId === null ? [] : await findUsable(ctx.db, userId);
  const answer: Options = {
    challenge: newPasskeyChallenge(ctx.config, use),
    ...{ rpId, timeout: PASSKEY_SECONDS * 1_000, userVerification: "required" },
    allowCredentials: credentialsOf(rows),
  };
  return { answer };
};

async function readUse(
  db: Db,
  { use, ticket = "" }: Asked,
  browser: Browser,
): Promise<{ use: PasskeyUse; userId: string | null }> {
  switch (use) {
    case "sign_in":
      return { use, userId: null };
    case "second_factor":
      return { use: `second_factor:${ticket}`, userId: await userOfTicket(db, ticket) };
    case "step_up": {
      const { id, userId } = await requireSession(db, browser);
      return { use: `step_up:${id}`, userId };
    }
  }
}

/**
 * Whose sign-in a ticket belongs to.
 * @throws Refusal `authentication_error` with `code_wrong`
 */
export async function userOfTicket(db: Db, ticket: string): Promise<string> {
  const [row] = await db<{ userId: string }[]>`
    select user_id from identity_tickets
    where token_hash = ${hashOfToken(ticket)} and used_at is null and expires_at > now()`;
  if (!row) throw wrongCode();
  return row.userId;
}
