import type { TransactionSql } from "@/db/client";
import { hasSecondFactor } from "@/lib/adapters/identity/identity-provider";
import { Refusal } from "@/lib/core/errors";
import { hashOfToken, newSessionToken } from "@/lib/domain/subscriptions/payer-home/session-token";
import type { Browser, BrowserAnswer } from "./browser";
import { openSession } from "./sessions";

const TICKET_MINUTES = 5;

/** What follows from a factor that was proved. */
export interface SignInStep {
  readonly status: "signed_in" | "second_factor";
  /** With which the second factor is given; null once signed in. */
  readonly ticket: string | null;
  readonly methods: ("passkey" | "totp" | "recovery_code")[];
}

export const signedIn: SignInStep = { status: "signed_in", ticket: null, methods: [] };

/** What the user has proved of an account; a passkey is both factors. */
interface FactorProof {
  readonly userId: string;
  readonly amr: readonly string[];
  /** Of the password that was compared: another one that was set meanwhile counts. */
  readonly passwordHash?: string | null;
  /** When it was proved; null: just now. */
  readonly authTime?: Date | null;
}

/**
 * Signs in a user who has proved a first factor, or asks for the second when they have one. A change of the account's
 * factors and an end of its sessions run before or after this, not in between.
 * @throws Refusal `authentication_error` with `credentials_wrong`: what was proved is good no more
 */
export async function afterFirstFactor(
  tx: TransactionSql,
  proved: FactorProof,
  browser: Browser,
): Promise<BrowserAnswer<SignInStep>> {
  const { userId, amr, passwordHash = null } = proved;
  const [account] = await tx`
    select from identity_users where id = ${userId} and status = 'active'
      and (${passwordHash}::text is null or password_hash = ${passwordHash})
    for share`;
  if (!account) throw wrongCredentials();
  const factors = hasSecondFactor(amr) ? [] : await findFactors(tx, userId);
  if (factors.length === 0) {
    return { answer: signedIn, session: (await openSession(tx, proved, browser)).token };
  }
  const ticket = newSessionToken();
  await tx`
    insert into identity_tickets (token_hash, user_id, amr, expires_at)
    values (${hashOfToken(ticket)}, ${userId}, ${[...amr]},
      now() + ${TICKET_MINUTES} * interval '1 minute')`;
  return { answer: { status: "second_factor", ticket, methods: [...factors, "recovery_code"] } };
}

/** What a user has enrolled as a second factor. */
async function findFactors(tx: TransactionSql, userId: string): Promise<("passkey" | "totp")[]> {
  const rows = await tx<{ factor: "passkey" | "totp" }[]>`
    select 'passkey' as factor
    where exists (select from identity_passkeys where user_id = ${userId})
    union all
    select 'totp' where exists (
      select from identity_totp where user_id = ${userId} and confirmed_at is not null
    )`;
  return rows.map(({ factor }) => factor);
}

/** The same for an address and for a password that are wrong. */
export const wrongCredentials = () =>
  new Refusal("authentication_error", "The address or the password is wrong.", {
    details: { reason: "credentials_wrong" },
  });

/** The same for every way in which a code can be no good. */
export const wrongCode = () =>
  new Refusal("authentication_error", "The code is wrong or has expired.", {
    details: { reason: "code_wrong" },
  });
